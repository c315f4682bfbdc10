import type { ViewProps } from "../../app/view";

export default function Learn({ active }: ViewProps) {
  return <p class="soft">{active ? "Learn: to come." : ""}</p>;
}
