// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { routeTo, writeRoute, type Route } from "../../src/app/route";
import { ServicesProvider, type Services } from "../../src/app/services";
import { useLinked } from "../../src/app/useLinked";

const gone: string[] = [];
const services = { go: (route: Route) => gone.push(writeRoute(route)) } as unknown as Services;

function wrapper({ children }: { children: ComponentChildren }) {
  return <ServicesProvider value={services}>{children}</ServicesProvider>;
}

const readLink = ({ params }: Route) => (params.get("p") === null ? null : { program: params.get("p")! });
const linkOf = ({ program }: { program: string }) => (program.length > 20 ? null : routeTo("anydice", { p: program }));

function linked(route: Route) {
  return renderHook((at: Route) => useLinked({ route: at, active: true }, { program: "first" }, readLink, linkOf), {
    initialProps: route,
    wrapper,
  });
}

beforeEach(() => {
  gone.length = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("nothing is written until something is changed", () => {
  const { result } = linked(routeTo("anydice", {}));
  act(() => void vi.runAllTimers());
  expect(result.current.state.program).toBe("first");
  expect(gone).toEqual([]);
});

test("what is changed stands in the address after a moment, once", () => {
  const { result } = linked(routeTo("anydice", {}));
  act(() => result.current.change({ program: "2d6" }));
  act(() => result.current.change({ program: "3d6" }));
  expect(gone).toEqual([]);
  act(() => void vi.runAllTimers());
  expect(gone).toEqual([writeRoute(routeTo("anydice", { p: "3d6" }))]);
});

test("what an address cannot hold is not written", () => {
  const { result } = linked(routeTo("anydice", {}));
  act(() => result.current.change({ program: "output 1".repeat(9) }));
  act(() => void vi.runAllTimers());
  expect(result.current.link).toBeNull();
  expect(gone).toEqual([]);
});

test("a link that is followed is read, and not written again", () => {
  const { result, rerender } = linked(routeTo("anydice", { p: "1d4" }));
  expect(result.current.state.program).toBe("1d4");
  rerender(routeTo("anydice", { p: "1d8" }));
  act(() => void vi.runAllTimers());
  expect(result.current.state.program).toBe("1d8");
  expect(gone).toEqual([]);
});
