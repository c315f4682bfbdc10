import type { ViewProps } from "../../app/view";

export default function Odds({ active }: ViewProps) {
  return <p class="soft">{active ? "Odds: to come." : ""}</p>;
}
