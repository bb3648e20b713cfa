/**
 * Returns the SVG path of a line through daily values in a 100 by 100 box. A missing value interrupts the
 * line.
 */
export function linePath(
  values: readonly (number | null)[],
  from: number,
  to: number,
  count = values.length,
): string {
  let text = '';
  let drawing = false;
  values.forEach((value, index) => {
    if (value === null) {
      drawing = false;
      return;
    }
    text += `${drawing ? 'L' : 'M'}${round(xOf(index, count))} ${round(yOf(value, from, to))}`;
    // A single day between gaps becomes a point: a zero-length line with round ends.
    if (!drawing && (values[index + 1] ?? null) === null) text += 'h0';
    drawing = true;
  });
  return text;
}

/** Width of a bar as a share of a day. */
const BAR = 0.6;

/**
 * Returns the SVG path of daily values as bars in a 100 by 100 box; of the values to compare with only their
 * ends.
 */
export function barPath(values: readonly (number | null)[], from: number, to: number, ends = false): string {
  const half = (BAR * 100) / Math.max(1, values.length) / 2;
  return values
    .map((value, index) => {
      if (value === null || (value === 0 && !ends)) return '';
      const middle = xOf(index, values.length, true);
      const [left, right] = [middle - half, middle + half].map(round);
      const top = round(yOf(value, from, to));
      return ends
        ? `M${left} ${top}H${right}`
        : `M${left} ${round(yOf(0, from, to))}V${top}H${right}V${round(yOf(0, from, to))}Z`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Returns the horizontal position of a day, in percent from the left.
 * @param bars whether days are bars: each is in the middle of its band
 */
export function xOf(index: number, count: number, bars = false): number {
  if (bars) return ((index + 0.5) / count) * 100;
  return count < 2 ? 50 : (index / (count - 1)) * 100;
}

/** Returns the day at a position: a share of the width from the left. */
export function dayAt(share: number, count: number, bars = false): number {
  const day = bars ? Math.floor(share * count) : Math.round(share * (count - 1));
  return Math.min(count - 1, Math.max(0, day));
}

/** Returns the vertical position of a value, in percent from the top. */
export const yOf = (value: number, from: number, to: number): number =>
  to === from ? 100 : 100 - ((value - from) / (to - from)) * 100;

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns about four round ticks from zero (or below) that cover all values; whole numbers only if `whole` is
 * set.
 */
export function axisTicks(values: readonly (number | null)[], whole: boolean): number[] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  if (low === high) return [0, 1];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const niceStep = power * (STEPS.find((step) => step * power >= rough) ?? 10);
  const step = whole ? Math.max(1, Math.ceil(niceStep)) : niceStep;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
