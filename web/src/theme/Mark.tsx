const BONE =
  "M12.5 5.5C16 3.5 19.5 6 24 6.200C28.5 6 32 3.5 35.5 5.500C40 8 40.5 13.5 37.8 17C36 19.5 35 21.5 35.2 24" +
  "C35.4 26.5 37 28 38.6 30.500C41.5 35 40 41 35.5 43C31.5 44.7 28.5 41.3 24 41C19.5 41.3 16.5 44.7 12.5 43" +
  "C8 41 6.5 35 9.4 30.500C11 28 12.6 26.5 12.8 24C13 21.5 12 19.5 10.2 17C7.5 13.5 8 8 12.5 5.500Z";
const RIDGES = "M14.5 13.500C18 11 20.5 13.2 24 13.400C27.5 13.2 30 11 33.5 13.500M24 6.500V13M14 35.500C17.5 37.5 20.5 34.2 24 34C27.5 34.2 30.5 37.5 34 35.500M24 34.500V41M18.5 19C20.3 22.5 20.3 26.5 18.3 30M29.5 19C27.7 22.5 27.7 26.5 29.7 30";
const SHADE = "M32 19.800L35 18M31.4 22L34.8 20M31.2 24.300L34.7 22.200M31.4 26.400L35 24.300M32 28.300L35.8 26M32.6 30.200L37 27.600M33.4 32L37.6 29.5M35 33.300L39.2 30.800M36.3 34.800L39.8 32.700M36.3 37L40 34.800M36 39.400L39.6 37.200M35 42L38.8 39.7";

/** An astragal, the knucklebone that was the first die, as the page's mark. */
export function KnuckleboneMark({ size = 40 }: { size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" focusable="false">
      <path class="mark-ground" d={BONE} />
      <path class="mark-shade" d={SHADE} />
      <path class="mark-line" d={RIDGES} />
      <path class="mark-bone" d={BONE} />
    </svg>
  );
}
