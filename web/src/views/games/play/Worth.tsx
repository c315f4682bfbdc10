import { Brief } from "../../../charts/Brief";
import { decimalText, exactly, percentText } from "../../../charts/exact";
import type { Answers } from "../../../contract";

/** What an option is worth, with a star if it is the best. */
export function Worth({ advice, option }: { advice: Answers["advise"]; option: string }) {
  const cell = advice.values.find(({ at }) => at["option"] === option);
  if (cell?.exact === undefined) return null;
  const worth = exactly(cell.exact);
  return (
    <small class="worth">
      {advice.best.includes(option) ? "★ " : ""}
      {advice.kind === "chance" ? percentText(worth) : decimalText(worth, 2)} <Brief of={worth} />
    </small>
  );
}
