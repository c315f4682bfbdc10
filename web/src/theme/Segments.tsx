import type { ComponentChildren } from "preact";

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, title: ComponentChildren])[];
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
  readonly class?: string;
}

/** One of a few, all of them in sight. */
export function Segments<Value extends string>({ label, options, selected, onSelect, class: extra = "" }: SegmentsProps<Value>) {
  return (
    <div class={`segments ${extra}`.trim()} role="group" aria-label={label}>
      {options.map(([value, title]) => (
        <button key={value} type="button" class="small" aria-pressed={value === selected} onClick={() => onSelect(value)}>
          {title}
        </button>
      ))}
    </div>
  );
}
