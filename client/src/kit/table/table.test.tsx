import { render, screen } from '@testing-library/react';
import { loadSignedInTexts, startI18n } from '../../i18n/i18n';
import { NumberCell } from './number-cell';
import { columnWidth, sheetsOf, sheetWidth } from './column-width';
import type { MetricColumn } from './measure-column';

beforeAll(async () => {
  await startI18n('ja');
  await loadSignedInTexts();
});

// rule: states-11
describe('metric value', () => {
  it.each([
    [1234, 'yen', '1,234円'],
    [0, 'count', '-'],
    [null, 'ratio', '-'],
    [0.12345, 'ratio', '12.35%'],
    [90_061, 'seconds', '1日1時間'],
    [-5, 'count', '-5'],
  ] as const)('formats %p %s as %s', (value, unit, text) => {
    const { container } = render(<NumberCell value={value} unit={unit} direction="up" />);
    expect(container).toHaveTextContent(text);
  });

  it('shows a neutral difference with its sign', () => {
    const { rerender } = render(<NumberCell value={5} unit="count" direction="neutral" signed />);
    expect(screen.getByText('+5')).toHaveAttribute('class', '');
    rerender(<NumberCell value={-5} unit="count" direction="neutral" signed />);
    expect(screen.getByText('-5')).toHaveAttribute('class', '');
  });

  it('shows a negative difference in red if more is better', () => {
    const { rerender } = render(<NumberCell value={-5} unit="yen" direction="up" signed />);
    expect(screen.getByText('-5円')).toHaveClass('ic-error');
    rerender(<NumberCell value={-5} unit="yen" direction="down" signed />);
    expect(screen.getByText('-5円')).toHaveAttribute('class', '');
  });

  it('shows a difference of rates in points', () => {
    render(<NumberCell value={-0.3552} unit="ratio" direction="neutral" signed />);
    expect(screen.getByText('-35.52pt')).toBeInTheDocument();
  });

  it('states whether a change is good', () => {
    render(<NumberCell value={80} previous={100} unit="yen" direction="down" />);
    expect(screen.getByText('-20.0%（改善）')).toBeInTheDocument();
  });

  it('judges no change that rests on few events', () => {
    render(<NumberCell value={4} previous={2} unit="count" direction="up" few />);
    const label = screen.getByText('+100.0%（件数が少ないため参考）');
    expect(label.parentElement).toHaveClass('ic-muted');
  });

  it('shows a change of a rate in points', () => {
    render(<NumberCell value={0.0619} previous={0.0671} unit="ratio" direction="up" />);
    expect(screen.getByText('-0.52pt（悪化）')).toBeInTheDocument();
  });

  it('shows no change without a previous value', () => {
    const { container } = render(<NumberCell value={80} previous={null} unit="count" direction="up" />);
    expect(container).toHaveTextContent('80-');
    expect(container).not.toHaveTextContent('%');
  });
});

type Row = number | null;

const column = (unit: 'ratio' | 'yen', title: string): MetricColumn<Row> => ({
  key: 'x',
  group: 'x',
  title,
  definition: '',
  formula: '',
  unit,
  direction: 'up',
  value: (row) => row,
});
const rowsOf = (...pairs: [Row, Row][]) =>
  pairs.map(([row, previous], index) => ({ key: `${index}`, row, previous }));

beforeAll(() => startI18n('ja'));

describe('columnWidth', () => {
  it('fits an earlier value and a change in points that are longer than the value', () => {
    const small = columnWidth(column('ratio', 'ROAS'), 'earlier', rowsOf([2.5, 2.4]), 2.5);
    const large = columnWidth(
      column('ratio', 'ROAS'),
      'earlier',
      rowsOf([2.5, 2.4], [567.1143, 703.9868]),
      2.5,
    );
    // 70,398.68% and 13,687.3pt in 11-pixel type, with an arrow and the cell padding.
    expect(large).toBeGreaterThan(165);
    expect(small).toBeLessThan(large);
  });

  it('needs no more room for a change in percent than for the value', () => {
    const narrow = columnWidth(column('yen', '売上'), 'earlier', rowsOf([100, 90]), 100);
    expect(columnWidth(column('yen', '売上'), 'earlier', rowsOf([100, 1]), 100)).toBe(narrow);
  });

  it('fits a title in capitals', () => {
    expect(columnWidth(column('ratio', 'CVR下限（95%）'), false, [], undefined)).toBeGreaterThan(145);
  });

  it('fits the sign and the mark of its longest value', () => {
    const glyph = 7.8;
    const width = (more: Partial<MetricColumn<Row>>): number =>
      columnWidth({ ...column('yen', '増減'), ...more }, false, [], 106_508);
    expect(width({ signed: true }) - width({})).toBeCloseTo(glyph, -1);
    expect(width({ signed: true, mark: () => '†' })).toBeGreaterThanOrEqual(24 + 9 * glyph + 8);
  });
});

const PAPER_WIDTH = 1000;

describe('columns on paper', () => {
  it.each([
    { what: 'keeps what fits one sheet together', names: 200, sizes: [100, 100, 100], sheets: [[0, 3]] },
    { what: 'keeps an exact fit together', names: 200, sizes: [400, 400], sheets: [[0, 2]] },
    {
      what: 'adds a sheet for one pixel more',
      names: 200,
      sizes: [400, 401],
      sheets: [
        [0, 1],
        [1, 2],
      ],
    },
    {
      what: 'fills sheets evenly',
      names: 200,
      sizes: Array.from({ length: 10 }, () => 100),
      sheets: [
        [0, 5],
        [5, 10],
      ],
    },
    { what: 'returns one sheet without columns', names: 200, sizes: [], sheets: [[0, 0]] },
    {
      what: 'gives a sheet to a column wider than paper',
      names: 200,
      sizes: [100, 2000, 100],
      sheets: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    },
  ])('$what', ({ names, sizes, sheets }) => {
    expect(sheetsOf(names, sizes, PAPER_WIDTH).map(({ from, to }) => [from, to])).toEqual(sheets);
  });

  it('print every column once, in order, on sheets that fit', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const sizes = Array.from({ length: seed % 50 }, (_, index) => 84 + ((seed * 31 + index * 97) % 140));
      const sheets = sheetsOf(240, sizes, PAPER_WIDTH);
      expect(sheets.flatMap(({ from, to }) => sizes.slice(from, to))).toEqual(sizes);
      for (const sheet of sheets) expect(sheetWidth(240, sizes, sheet)).toBeLessThanOrEqual(PAPER_WIDTH);
    }
  });
});
