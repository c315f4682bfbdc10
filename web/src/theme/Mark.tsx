/** An astragal, the knucklebone that was the first die, as the page's mark. */
export function KnuckleboneMark({ size = 40 }: { size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        class="mark-bone"
        d="M14 4C8 3 4 8 6 13C7 16 10 17 11 20C12 23 12 25 11 28C10 31 6 32 5 36C4 42 9 46 14 44C17 43 18 40 21 39.500C23 39 25 39 27 39.500C30 40 31 43 34 44C39 46 44 42 43 36C42 32 38 31 37 28C36 25 36 23 37 20C38 17 41 16 42 13C44 8 40 3 34 4C31 4.500 30 7 27 8C25 8.600 23 8.600 21 8C18 7 17 4.500 14 4Z"
      />
      <path class="mark-line" d="M18 14C21 17 27 17 30 14M18 34C21 31 27 31 30 34M17 18C19.500 22 19.500 26 17 30M31 18C28.500 22 28.500 26 31 30" />
      <path class="mark-shade" d="M34 20.500L36 19M33.500 22.500L36 21M33.200 24.500L36 23M33.500 26.500L36 25M34 28.500L36.500 27M35 30.500L38 29M36 32.500L40 30.500M36 35L41.500 32.500M36 37.500L42.500 34.500M36 40L42 37.500M36.500 42.300L41 40.300" />
    </svg>
  );
}
