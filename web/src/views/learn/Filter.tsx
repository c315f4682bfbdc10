import { LITERAL } from "../../notation/literal";
interface FilterProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly placeholder: string;
}

/** The field in which something to look for is typed. */
export function Filter({ typed, onTyped, placeholder }: FilterProps) {
  return (
    <label class="field filter">
      Look for
      <input {...LITERAL} type="search" value={typed} placeholder={placeholder} onInput={({ currentTarget }) => onTyped(currentTarget.value)} />
    </label>
  );
}
