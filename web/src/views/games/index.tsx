import type { ViewProps } from "../../app/view";

export default function Games({ active }: ViewProps) {
  return <p class="soft">{active ? "Games: to come." : ""}</p>;
}
