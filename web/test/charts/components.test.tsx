// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Bars } from "../../src/charts/Bars";
import type { Odds } from "../../src/charts/distribution";
import { Headline } from "../../src/charts/Headline";
import { Heat } from "../../src/charts/Heat";
import { Lines } from "../../src/charts/Lines";
import { Stacked } from "../../src/charts/Stacked";
import type { Grid } from "../../src/charts/grid";

afterEach(cleanup);

const twoDice: Odds = {
  denominator: "36",
  outcomes: [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map((weight, index) => ({ text: `${index + 2}`, weight: `${weight}` })),
};

const slider = (name: string) => screen.getByRole("slider", { name });
const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });

describe("bars", () => {
  test("arrows move from outcome to outcome, each told with its exact chance", () => {
    render(<Bars title="2d6" series={[{ name: "2d6", odds: twoDice }]} />);
    const outcome = slider("Outcome");
    expect(outcome.getAttribute("aria-valuetext")).toBe("7: 16.67 %, 1/6");
    press(outcome, "ArrowRight");
    expect(outcome.getAttribute("aria-valuetext")).toBe("8: 13.89 %, 5/36");
    press(outcome, "End");
    press(outcome, "ArrowRight");
    expect(outcome.getAttribute("aria-valuetext")).toBe("12: 2.78 %, 1/36");
  });

  test("a cumulative mode tells cumulative chances", () => {
    render(<Bars title="2d6" mode="at most" series={[{ name: "2d6", odds: twoDice }]} />);
    press(slider("Outcome"), "Home");
    expect(slider("Outcome").getAttribute("aria-valuetext")).toBe("at most 2: 2.78 %, 1/36");
  });

  test("the target tells its chance and is moved by keys", () => {
    const moved = vi.fn();
    render(<Bars title="2d6" series={[{ name: "2d6", odds: twoDice }]} target={{ at: "10", side: "at least" }} onTarget={moved} />);
    expect(slider("Target").getAttribute("aria-valuetext")).toBe("at least 10: 16.67 %, 1/6");
    press(slider("Target"), "ArrowLeft");
    press(slider("Target"), "Home");
    expect(moved.mock.calls).toEqual([["9"], ["2"]]);
  });

  test("one bar for each outcome, those at the target and beyond in the accent", () => {
    const { container } = render(<Bars title="2d6" series={[{ name: "2d6", odds: twoDice }]} target={{ at: "10", side: "at least" }} />);
    expect(container.querySelectorAll("rect.bar:not(.file-only *)")).toHaveLength(11);
    expect(container.querySelectorAll("rect.bar.tone-accent")).toHaveLength(3);
  });

  test("a thousand outcomes are one outline", () => {
    const wide: Odds = { denominator: "1000", outcomes: Array.from({ length: 1000 }, (_, index) => ({ text: `${index + 1}`, weight: "1" })) };
    const { container } = render(<Bars title="d1000" series={[{ name: "d1000", odds: wide }]} />);
    expect(container.querySelectorAll("rect.bar")).toHaveLength(0);
    expect(container.querySelectorAll(".outlines .skyline")).toHaveLength(1);
  });

  test("the table is made when it is opened, with every outcome", async () => {
    const { container } = render(<Bars title="2d6" series={[{ name: "2d6", odds: twoDice }]} />);
    expect(screen.queryByRole("table")).toBeNull();
    const details = container.querySelector("details") as HTMLDetailsElement;
    details.open = true;
    await fireEvent(details, new Event("toggle"));
    expect((await screen.findAllByRole("row")).map((row) => row.textContent).slice(0, 3)).toEqual(["outcome2d62d6, exact", "22.78 %1/36", "35.56 %1/18"]);
    expect(screen.getAllByRole("row")).toHaveLength(12);
  });

  test("words become rows of a table", () => {
    const words: Odds = { denominator: "12", outcomes: [{ text: "miss", weight: "5" }, { text: "hit", weight: "7" }] };
    render(<Bars title="2d6" series={[{ name: "2d6", odds: words }]} />);
    expect(screen.getByRole("row", { name: "miss 41.67 % 5/12" })).toBeTruthy();
  });

  test("no outcomes are said to be none", () => {
    render(<Bars title="nothing" series={[]} />);
    expect(screen.getByText("No outcomes are listed.")).toBeTruthy();
  });
});

const grid: Grid = {
  of: "check",
  kind: "chance",
  axes: { bonus: [0, 5], dc: [10, 15] },
  values: [
    { at: { bonus: 0, dc: 10 }, exact: "11/20" },
    { at: { bonus: 5, dc: 10 }, exact: "4/5" },
    { at: { bonus: 0, dc: 15 }, exact: "3/10" },
    { at: { bonus: 5, dc: 15 }, exact: "11/20" },
  ],
};

describe("sweeps", () => {
  test("lines tell every series at the place of the cursor", () => {
    render(<Lines title="check" grid={grid} />);
    press(slider("bonus"), "ArrowRight");
    expect(slider("bonus").getAttribute("aria-valuetext")).toBe("bonus 5: dc 10 80.00 %; dc 15 55.00 %");
  });

  test("a heat map is walked in four directions and shows its numbers", () => {
    const { container } = render(<Heat title="check" grid={grid} />);
    expect([...container.querySelectorAll(".heat-text")].map((text) => text.textContent)).toEqual(["55", "80", "30", "55"]);
    press(slider("bonus and dc"), "ArrowDown");
    press(slider("bonus and dc"), "ArrowRight");
    press(slider("bonus and dc"), "ArrowUp");
    expect(slider("bonus and dc").getAttribute("aria-valuetext")).toBe("bonus 5, dc 10: 80.00 %");
  });

  test("stacked bars leave out what cannot happen", () => {
    const { container } = render(<Stacked title="moves" axis={{ name: "modifier", values: [-1, 0] }} categories={["miss", "hit"]} shares={[["1", "1/3"], ["0", "2/3"]]} />);
    expect(container.querySelectorAll("g > rect.bar:not(.file-only *)")).toHaveLength(3);
    expect(slider("modifier").getAttribute("aria-valuetext")).toBe("modifier −1: miss 100.00 %, 1; hit 0.00 %, 0");
  });
});

test("a headline lists each part with its chance", () => {
  render(<Headline parts={[{ text: "miss", exact: "5/12" }, { text: "hit", exact: "7/12" }]} />);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent?.trim())).toEqual(["miss 41.67 %", "hit 58.33 %"]);
});
