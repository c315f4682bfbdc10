/** A program and what came of it, for other programs. */
import type { Answers } from "../../contract";

export function jsonOf(program: string, { outputs, warnings }: Answers["anydice"], link: string | null): string {
  return `${JSON.stringify({ astragal: "anydice", version: 1, link, program, outputs, warnings }, null, 1)}\n`;
}
