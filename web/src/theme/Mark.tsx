const BONE =
  "M12.5 5.5C16 3.5 19.5 6 24 6.2C28.5 6 32 3.5 35.5 5.5C40 8 40.5 13.5 37.8 17C36 19.5 35 21.5 35.2 24" +
  "C35.4 26.5 37 28 38.6 30.5C41.5 35 40 41 35.5 43C31.5 44.7 28.5 41.3 24 41C19.5 41.3 16.5 44.7 12.5 43" +
  "C8 41 6.5 35 9.4 30.5C11 28 12.6 26.5 12.8 24C13 21.5 12 19.5 10.2 17C7.5 13.5 8 8 12.5 5.5Z";
const RIDGES =
  "M14.5 13.5C18 11 20.5 13.2 24 13.4C27.5 13.2 30 11 33.5 13.5M24 6.5V13" +
  "M14 35.5C17.5 37.5 20.5 34.2 24 34C27.5 34.2 30.5 37.5 34 35.5M24 34.5V41" +
  "M18.5 19C20.3 22.5 20.3 26.5 18.3 30M29.5 19C27.7 22.5 27.7 26.5 29.7 30";
const SHADE =
  "M32 19.8L35 18M31.4 22L34.8 20M31.2 24.3L34.7 22.2M31.4 26.4L35 24.3M32 28.3L35.8 26" +
  "M32.6 30.2L36.3 28M33.4 32L37.6 29.5M35 33.3L38.6 31.2M36.3 34.8L39.8 32.7M36.3 37L40 34.8" +
  "M36 39.4L39.6 37.2M35 42L38.8 39.7";

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
