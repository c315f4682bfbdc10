/** A roll put on a sheet under a name. */
import type { Ask } from "../../../contract";
import type { KeptSheet } from "../../../state/shapes";

export interface RollToSave {
  readonly name: string;
  readonly rule: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The sheet with the roll on it; one of the same name is replaced. What is left open is not written. */
export async function withRoll(ask: Ask, sheet: KeptSheet, roll: RollToSave): Promise<KeptSheet> {
  const { sheet: read } = await ask("sheet", { toml: sheet.toml });
  const others = (read.rolls ?? []).filter(({ name }) => name !== roll.name);
  const settled = Object.fromEntries(Object.entries(roll.parameters).filter(([, value]) => value !== null));
  const { toml } = await ask("sheet", { sheet: { ...read, rolls: [...others, { ...roll, parameters: settled }] } });
  return { ...sheet, toml };
}
