// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Die } from "../../src/dice/Die";
import { drawnOf, Roll } from "../../src/dice/Roll";
import type { RolledGroup } from "../../src/dice/record";
import { Struck } from "../../src/dice/Struck";
import { Tray } from "../../src/dice/Tray";

afterEach(cleanup);

const abilities: RolledGroup = {
  group: "4d6kh3",
  labels: [],
  total: 15,
  dice: [6, 5, 4, 2].map((face) => ({
    die: "d6",
    face,
    value: face,
    kept: face > 2,
    history: face > 2 ? [] : [{ did: "dropped", by: "kh3", from: 2, to: 2 }],
  })),
};

describe("a die", () => {
  test("of six sides shows pips, and a figure where its value is no face", () => {
    const { container, rerender } = render(<Die name="d6" value={5} />);
    expect(container.querySelectorAll(".die-pips circle")).toHaveLength(5);
    rerender(<Die name="d6" value={9} />);
    expect(container.querySelector("text")?.textContent).toBe("9");
  });

  test("of a hundred is two ten-sided dice", () => {
    const { container } = render(<Die name="d%" value={7} />);
    expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toEqual(["00", "7"]);
  });

  test("of Fate shows signs, and a blank", () => {
    const { container, rerender } = render(<Die name="dF" value={-1} />);
    expect(container.querySelector(".die-sign")).not.toBeNull();
    rerender(<Die name="dF" value={0} />);
    expect(container.querySelector(".die-sign")).toBeNull();
    expect(container.querySelector("text")).toBeNull();
  });

  test("drawn small has no shading", () => {
    const { container, rerender } = render(<Die name="d20" value={17} size={24} />);
    expect(container.querySelector(".die-shading")).toBeNull();
    rerender(<Die name="d20" value={17} size={48} />);
    expect(container.querySelector(".die-shading")).not.toBeNull();
  });

  test("is an image with a label, or decoration without one", () => {
    render(<Die name="d8" value={3} label="d8 showing 3" />);
    expect(screen.getByRole("img", { name: "d8 showing 3" })).toBeTruthy();
    cleanup();
    render(<Die name="d8" value={3} />);
    expect(screen.queryByRole("img")).toBeNull();
  });
});

describe("a roll", () => {
  test("draws each die, strikes what is dropped, and says it all", () => {
    const { container } = render(<Roll groups={[abilities]} outcome="15" />);
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["d6: 6", "d6: 5", "d6: 4", "d6: 2, dropped by kh3"]);
    expect(container.querySelectorAll(".die.dropped .die-strike")).toHaveLength(1);
    expect(container.querySelector("[aria-live]")?.textContent).toBe("Rolled 15. 4d6kh3 rolls 6, 5, 4 and drops 2: 15.");
  });

  test("is one tab stop, and arrows go from die to die", () => {
    render(<Roll groups={[abilities]} outcome="15" />);
    const dice = screen.getAllByRole("button");
    dice[0]!.focus();
    fireEvent.keyDown(dice[0]!, { key: "End" });
    expect(document.activeElement).toBe(dice[3]);
    fireEvent.keyDown(dice[3]!, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(dice[2]);
    expect(screen.getAllByRole("button").map((button) => button.tabIndex)).toEqual([-1, -1, 0, -1]);
  });

  test("tells how a die came about when it is pointed at", () => {
    const { container } = render(<Roll groups={[abilities]} outcome="15" />);
    fireEvent.pointerEnter(screen.getAllByRole("button")[3]!);
    expect(container.querySelector(".roll-note")?.textContent).toBe("d6: 2, dropped by kh3");
  });

  test("of very many dice draws the first, and says how many more there are", () => {
    const many = { ...abilities, dice: Array.from({ length: 1500 }, () => abilities.dice[0]!) };
    render(<Roll groups={[abilities, many]} outcome="9000" />);
    expect(screen.getAllByRole("button")).toHaveLength(80);
    expect(screen.getByText("and 1,424 more")).toBeTruthy();
    expect(drawnOf([many, abilities], 1500)).toEqual([1500, 0]);
  });
});

test("the tray emits edits of the text", () => {
  const edited = vi.fn();
  render(<Tray text="2d6" fresh={false} onHold={() => undefined} onEdit={edited} />);
  fireEvent.click(screen.getByRole("button", { name: "Add d6" }));
  fireEvent.click(screen.getByRole("button", { name: "+1, add one" }));
  fireEvent.click(screen.getByRole("button", { name: "clear" }));
  expect(edited.mock.calls.map(([edit]) => edit)).toEqual([
    { from: 0, to: 3, insert: "3d6" },
    { from: 3, to: 3, insert: " + 1" },
    { from: 0, to: 3, insert: "" },
  ]);
});

test("what does not count is struck in a line, and nothing else changes", () => {
  const { container } = render(<p><Struck text="~5~, 12 and ~1~: 12" /></p>);
  expect(container.textContent).toBe("5, 12 and 1: 12");
  expect([...container.querySelectorAll("s")].map((each) => each.textContent)).toEqual(["5", "1"]);
});
