import { GOALS, verdict, type Figure } from './goals';

const number = (value: number): string => {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
};

const cells = (figure: Figure): string[] => {
  const { text, atLeast, aim, more, unit } = GOALS[figure.goal];
  const { median, low, high } = figure.value;
  const sign = more ? '>=' : '<=';
  return [
    text,
    figure.where,
    `${number(median)}${unit && ` ${unit}`}`,
    low === high ? '' : `${number(low)}-${number(high)}`,
    `${sign} ${atLeast}`,
    `${sign} ${aim}`,
    verdict(figure),
    figure.detail,
  ];
};

const HEAD = ['figure', 'on', 'median', 'middle half', 'at least', 'aim', '', 'behind it'];

/** The figures as a table of fixed width. */
export const figureTable = (figures: readonly Figure[]): string => {
  const rows = [HEAD, ...figures.map(cells)];
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
