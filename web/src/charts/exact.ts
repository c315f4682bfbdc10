/** Fractions of whole numbers of any size. Floats are for drawing alone, and only `ratio` makes them. */

/** Not always in lowest terms: reducing is dear, and only what is shown needs it. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const ZERO: Fraction = { over: 0n, under: 1n };
export const ONE: Fraction = { over: 1n, under: 1n };

export function fraction(over: bigint, under: bigint): Fraction {
  if (under === 0n) throw new RangeError("a fraction needs a denominator other than 0");
  const sign = under < 0n ? -1n : 1n;
  const shared = divisor(over < 0n ? -over : over, under * sign);
  return { over: (over * sign) / shared, under: (under * sign) / shared };
}

function divisor(left: bigint, right: bigint): bigint {
  while (right > 0n) [left, right] = [right, left % right];
  return left;
}

const WRITTEN = /^([-−]?\d+)(?:\/(\d+))?$/;

/** `5/54` or `-3`; null for any other text. */
export function readFraction(text: string): Fraction | null {
  const found = WRITTEN.exec(text.trim());
  if (found === null) return null;
  const over = BigInt((found[1] as string).replace("−", "-"));
  if (found[2] === undefined) return { over, under: 1n };
  const under = BigInt(found[2]);
  return under === 0n ? null : { over, under };
}

export function exactly(text: string): Fraction {
  const read = readFraction(text);
  if (read === null) throw new RangeError(`not a fraction: ${text}`);
  return read;
}

export function plus(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.under + right.over * left.under, left.under * right.under);
}

/**
 * A share of a whole, both as the engine writes them: whole numbers are made of the digits when somebody wants them.
 *
 * Odds may list thousands of outcomes of thousands of digits each, of which a drawing needs the first few alone.
 */
export class Share implements Fraction {
  private exactly: bigint | undefined;
  private nearly: number | undefined;

  constructor(
    readonly weight: string,
    readonly of: Whole,
  ) {}

  get over(): bigint {
    return (this.exactly ??= BigInt(this.weight));
  }
  get under(): bigint {
    return this.of.number;
  }
  /** Near enough to draw. */
  get near(): number {
    return (this.nearly ??= leading(this.weight, this.of.digits.length) / this.of.near);
  }
}

export class Whole {
  readonly near: number;
  private exactly: bigint | undefined;

  constructor(readonly digits: string) {
    this.near = leading(digits, digits.length);
  }
  get number(): bigint {
    return (this.exactly ??= BigInt(this.digits));
  }
}

const KEPT_DIGITS = 17;

/** A whole number, divided by ten to the power of `length`. */
function leading(digits: string, length: number): number {
  return Number(`${digits.slice(0, KEPT_DIGITS)}e${Math.max(digits.length - KEPT_DIGITS, 0) - length}`);
}

export function compare(left: Fraction, right: Fraction): number {
  if (left instanceof Share && right instanceof Share && left.of === right.of) return compareDigits(left.weight, right.weight);
  if (left.under === right.under) return left.over < right.over ? -1 : left.over > right.over ? 1 : 0;
  const difference = left.over * right.under - right.over * left.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Two whole numbers that are not below zero, digit by digit. */
function compareDigits(left: string, right: string): number {
  if (left.length !== right.length) return left.length < right.length ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function fractionText(value: Fraction): string {
  const { over, under } = fraction(value.over, value.under);
  const text = under === 1n ? `${over}` : `${over}/${under}`;
  return text.replace("-", "−");
}

const DRAWN = 10n ** 15n;

/** Near enough to draw. */
export function ratio(value: Fraction): number {
  if (value instanceof Share) return value.near;
  const { over, under } = value;
  const whole = over / under;
  return Number(whole) + Number(((over - whole * under) * DRAWN) / under) / Number(DRAWN);
}

/** Rounded half up to so many places, by whole numbers. */
export function decimalText(value: Fraction, places: number): string {
  const scale = 10n ** BigInt(places);
  const negative = value.over < 0n;
  const over = negative ? -value.over : value.over;
  const scaled = (2n * over * scale + value.under) / (2n * value.under);
  const digits = scaled.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const rest = places === 0 ? "" : `.${digits.slice(digits.length - places)}`;
  return `${negative && scaled > 0n ? "−" : ""}${whole}${rest}`;
}

/** `17.54 %`; what is neither never nor always is not rounded to either. */
export function percentText(chance: Fraction, places = 2): string {
  const parts = 10n ** BigInt(places);
  const half: Fraction = { over: 1n, under: 200n * parts };
  const rest: Fraction = { over: chance.under - chance.over, under: chance.under };
  if (chance.over > 0n && compare(chance, half) < 0) return `< ${decimalText({ over: 1n, under: parts }, places)} %`;
  if (rest.over > 0n && compare(rest, half) <= 0) return `> ${decimalText({ over: 100n * parts - 1n, under: parts }, places)} %`;
  return `${decimalText({ over: chance.over * 100n, under: chance.under }, places)} %`;
}

const LONG = 10n ** 300n;

/** A fraction in a cell: cut short if it is long, and not reduced if that would take long. */
export function cellFraction(value: Fraction): string {
  return value.under < LONG ? shortFraction(fractionText(value)) : shortFraction(`${value.over}/${value.under}`);
}

/** Longer fractions are for whoever asks for them. */
const BRIEF = 12;

/** A fraction that is read in passing; empty if it is long, or a whole number. */
export function briefFraction(value: Fraction): string {
  const text = value.under < LONG ? fractionText(value) : "";
  return text.includes("/") && text.length <= BRIEF ? text : "";
}

/** A fraction that would fill the page keeps its first digits, and says how many there are. */
export function shortFraction(text: string, most = 36): string {
  if (text.length <= most) return text;
  return text.split("/").map(shortInteger).join(" / ");
}

function shortInteger(digits: string): string {
  return digits.length <= 12 ? digits : `${digits.slice(0, 6)}… (${digits.length} digits)`;
}
