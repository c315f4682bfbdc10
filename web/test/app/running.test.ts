import { expect, test, vi } from "vitest";
import { Running } from "../../src/app/running";
import { problemOf, type Ask } from "../../src/contract";

test("what runs is counted, and stopping it tells whoever asked", async () => {
  const signals: AbortSignal[] = [];
  const never = ((_name, _fields, manner) => (signals.push(manner!.signal!), new Promise(() => undefined))) as Ask;
  const onStop = vi.fn();
  const running = new Running(never, onStop);
  const heard: number[] = [];
  running.watch(() => heard.push(running.count));
  const asked = [running.ask("games", {}), running.ask("dialects", {})];
  running.stop();
  const problems = await Promise.all(asked.map((each) => each.catch((error: unknown) => problemOf(error)?.code)));
  expect(problems).toEqual(["stopped", "stopped"]);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  expect(onStop).toHaveBeenCalledOnce();
  expect(heard).toEqual([1, 2, 1, 0]);
});

test("an answer is passed on, and a question that is no longer wanted is given up", async () => {
  const running = new Running((async () => ({ games: [] })) as unknown as Ask);
  expect(await running.ask("games", {})).toEqual({ games: [] });
  expect(running.count).toBe(0);
  const given = new AbortController();
  const waiting = new Running(((_name, _fields, manner) =>
    new Promise((_, reject) => manner!.signal!.addEventListener("abort", () => reject(manner!.signal!.reason)))) as Ask);
  const asked = waiting.ask("games", {}, { signal: given.signal });
  given.abort();
  expect(await asked.catch(problemOf)).toBeNull();
});
