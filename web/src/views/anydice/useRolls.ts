import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { problemOf } from "../../contract";
import { sentence } from "../../words";

/** What outputs came to, by their places. */
export type Rolled = Readonly<Record<number, string>>;

/** Rolls outputs of a program, one at a time; a changed program begins anew. */
export function useRolls(program: string): readonly [Rolled, said: string, (place: number) => void] {
  const { ask, toasts } = useServices();
  const [rolled, setRolled] = useState<Rolled>({});
  const [said, setSaid] = useState("");

  useEffect(() => {
    setRolled({});
    setSaid("");
  }, [program]);

  async function roll(place: number): Promise<void> {
    try {
      const { label, text } = await ask("anydice_roll", { program, output: place + 1 }, { supersedes: "anydice roll" });
      setRolled((before) => ({ ...before, [place]: text }));
      setSaid(`${label}: rolled ${text}`);
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) toasts.say(sentence(problem.message));
    }
  }
  return [rolled, said, (place) => void roll(place)];
}
