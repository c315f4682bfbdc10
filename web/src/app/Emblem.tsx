/** A knucklebone, the first die, in four strokes of a graver. */
export function Emblem() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false" class="emblem">
      <path
        class="emblem-body"
        d="M14 7c5-3 8 1 10 1s6-4 11-1c5 4 4 10 1 13-2 2-2 6 0 8 4 4 4 10 0 13-5 3-8-1-12-1s-7 4-12 1c-4-3-4-9 0-13 2-2 2-6 0-8-3-3-3-9 2-13Z"
      />
      <path class="emblem-lines" d="M18 13c3-1 9-1 12 0M17 24c-1-3 2-6 7-6s8 3 7 6-3 5-7 5-6-2-7-5ZM19 36c3-1 8-1 11 0M21 24h6" />
    </svg>
  );
}
