// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NotationField } from "../../src/fields/NotationField";
import { characterAt, underlined, unitAt } from "../../src/fields/places";
import { Ticked } from "../../src/theme/Ticked";

afterEach(cleanup);

describe("the place of a mistake", () => {
  test.each<[string, [number, number], string[]]>([
    ["4d6kx3", [3, 5], ["4d6", "kx", "3"]],
    ["4d6", [1, 1], ["4", "d", "6"]],
    ["4d", [2, 2], ["4d", "\u00a0", ""]],
    ["4d", [9, 12], ["4d", "\u00a0", ""]],
    ["🎲d6", [1, 2], ["🎲", "d", "6"]],
    ["", [0, 0], ["", "\u00a0", ""]],
  ])("%j at %j", (text, place, parts) => {
    expect(underlined(text, place)).toEqual(parts);
  });

  test("is counted in characters by the engine and in units by the browser", () => {
    expect(characterAt("🎲d6", 2)).toBe(1);
    expect(unitAt("🎲d6", 1)).toBe(2);
    expect(unitAt("4d6", Infinity)).toBe(3);
  });
});

const options = [{ text: "kh3", about: "keep the highest three" }, { text: "kl1", about: "keep the lowest" }];

function typed(more: Partial<Parameters<typeof NotationField>[0]> = {}) {
  const onText = vi.fn();
  const onSubmit = vi.fn();
  render(<NotationField label="Dice" text="4d6k" onText={onText} onSubmit={onSubmit} options={options} replaced={[3, 4]} {...more} />);
  return { field: screen.getByRole("combobox", { name: "Dice" }), onText, onSubmit };
}

describe("completions", () => {
  test("are chosen by arrows and Enter, and replace what was begun", () => {
    const { field, onText, onSubmit } = typed();
    fireEvent.keyDown(field, { key: "ArrowDown" });
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(field.getAttribute("aria-expanded")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent).toContain("kl1");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onText.mock.calls).toEqual([["4d6kl1", 6]]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("are closed by Escape; Enter then rolls", () => {
    const { field, onText, onSubmit } = typed();
    fireEvent.keyDown(field, { key: "ArrowDown" });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field.getAttribute("aria-expanded")).toBe("false");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onText).not.toHaveBeenCalled();
  });

  test("are chosen by a click", () => {
    const { field, onText } = typed();
    fireEvent.keyDown(field, { key: "ArrowDown" });
    fireEvent.click(screen.getByRole("option", { name: /kh3/ }));
    expect(onText.mock.calls).toEqual([["4d6kh3", 6]]);
  });
});

test("what stands between backticks is set as code, and a lone one is left", () => {
  const { container } = render(<Ticked text="write `kh3`, not `kx" />);
  expect(container.innerHTML).toBe("write <code>kh3</code>, not `kx");
});

test("a mistake is said, and marked; without one the reading is shown", () => {
  const { field } = typed({ fault: { message: "`kx` is not a modifier", hint: "write `kh3`", place: [3, 4] } });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("k", { selector: ".fault-place" })).toBeTruthy();
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe("kx is not a modifier: write kh3");
  cleanup();
  typed({ reading: "four d6" });
  expect(screen.getByText("four d6")).toBeTruthy();
});
