import type { ViewProps } from "../../app/view";

export default function Roll({ active }: ViewProps) {
  return <p class="soft">{active ? "Roll: to come." : ""}</p>;
}
