// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/preact";
import { expect, test } from "vitest";

import { routeTo } from "../../src/app/route";
import { useRoute } from "../../src/app/useRoute";

test("a link that was followed is not written over before the browser tells of it", async () => {
  history.replaceState(null, "", "#v1/odds?e=2d6");
  const { result } = renderHook(() => useRoute(["odds"], () => undefined));
  location.hash = "#v1/odds?e=3d6";
  result.current[1](routeTo("odds", { e: "2d6 + 1" }), { replace: true });
  await waitFor(() => expect(result.current[0].route.params.get("e")).toBe("3d6"));
  result.current[1](routeTo("odds", { e: "4d6" }), { replace: true });
  expect(location.hash).toBe("#v1/odds?e=4d6");
});
