/** Values of days as points of a box of 100 by 100, where gaps are: the parts of a line, each as an SVG path. */
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
    // A single day between gaps is a point: a line of no length with round ends.
    if (!drawing && (values[index + 1] ?? null) === null) text += 'h0';
    drawing = true;
  });
  return text;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Where a day stands from left to right, percent. */
export const xOf = (index: number, count: number): number => (count < 2 ? 50 : (index / (count - 1)) * 100);

/** Where a value stands from the top down, percent. */
export const yOf = (value: number, from: number, to: number): number =>
  to === from ? 100 : 100 - ((value - from) / (to - from)) * 100;

const STEPS = [1, 2, 2.5, 5, 10];

/** Places of an axis from zero (or below) that hold all values, some four of them, of round numbers; whole ones where nothing is counted in halves. */
export function axisPlaces(values: readonly (number | null)[], whole: boolean): number[] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  if (low === high) return [0, 1];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = power * (STEPS.find((step) => step * power >= rough) ?? 10);
  const step = whole ? Math.max(1, Math.ceil(found)) : found;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
