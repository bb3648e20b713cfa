import { GOALS, verdict, type Measurement } from './goals';

const number = (value: number): string => {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
};

const cells = (measurement: Measurement): string[] => {
  const { text, atLeast, aim, more, unit } = GOALS[measurement.goal];
  const { median, low, high } = measurement.value;
  const sign = more ? '>=' : '<=';
  return [
    text,
    measurement.where,
    `${number(median)}${unit && ` ${unit}`}`,
    low === high ? '' : `${number(low)}-${number(high)}`,
    `${sign} ${atLeast}`,
    `${sign} ${aim}`,
    verdict(measurement),
    measurement.detail,
  ];
};

const HEAD = ['figure', 'on', 'median', 'middle half', 'at least', 'aim', '', 'behind it'];

/** Formats the measurements as a table of fixed width. */
export const formatTable = (measurements: readonly Measurement[]): string => {
  const rows = [HEAD, ...measurements.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
