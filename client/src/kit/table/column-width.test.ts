import { startI18n } from '../../i18n/i18n';
import { columnWidth } from './column-width';
import type { MetricColumn } from './measure-column';

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
    const small = columnWidth(column('ratio', 'ROAS'), true, rowsOf([2.5, 2.4]), 2.5);
    const large = columnWidth(column('ratio', 'ROAS'), true, rowsOf([2.5, 2.4], [567.1143, 703.9868]), 2.5);
    // 70,398.68% and 13,687.3pt in 11-pixel type, with an arrow and the cell padding.
    expect(large).toBeGreaterThan(165);
    expect(small).toBeLessThan(large);
  });

  it('needs no more room for a change in percent than for the value', () => {
    const narrow = columnWidth(column('yen', '売上'), true, rowsOf([100, 90]), 100);
    expect(columnWidth(column('yen', '売上'), true, rowsOf([100, 1]), 100)).toBe(narrow);
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
