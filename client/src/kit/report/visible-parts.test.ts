import { roundHalfAway } from '../../../../shared/format';
import type { ReportColumn } from './types';
import { withDisplayedParts } from './visible';

const column = (key: string, measure: ReportColumn['measure'], unit: ReportColumn['unit']): ReportColumn => ({
  key,
  title: key,
  definition: '',
  group: '',
  direction: 'up',
  unit,
  ...(measure && { measure }),
  value: (row) => row.figures?.attrCv ?? null,
});
const rows = [1 / 3, 1 / 3, 1 / 3, null, 0, 2.005].map((attrCv) => ({ figures: { attrCv } }));
const displayedBy = (one: ReportColumn): (number | null)[] => {
  const [result = one] = withDisplayedParts([one], rows);
  return rows.map((row) => (result.displayed ?? result.value)(row));
};

describe('displayed parts', () => {
  it('sum to the displayed total of credit', () => {
    expect(displayedBy(column('attr_cv', 'attrCv', 'number'))).toEqual([0.34, 0.33, 0.33, null, 0, 2.01]);
    expect(roundHalfAway(1 + 2.005, 2)).toBe(3.01);
  });

  it('sum to whole yen for credit in yen', () => {
    expect(displayedBy(column('attr_amount', 'attrAmount', 'yen'))).toEqual([1, 0, 0, null, 0, 2]);
  });

  it('stay exact for measures whose rows are no shares', () => {
    expect(displayedBy(column('cpa', 'cpa', 'yen'))).toEqual(rows.map(({ figures }) => figures.attrCv));
  });

  it('sum to the total within the comparison period', () => {
    const earlier = [0.126, 0.126, 0.748].map((attrCv) => ({ figures: { attrCv } }));
    const [result] = withDisplayedParts([column('attr_cv', 'attrCv', 'number')], rows, earlier);
    expect(earlier.map((row) => result?.displayed?.(row))).toEqual([0.13, 0.12, 0.75]);
  });

  it('are the basis of displayed differences', () => {
    const compared = [
      [1.383, 1],
      [0.309, 1],
      [1.308, 1],
    ].map(([attrCv = 0, cvTotalFinal = 0]) => ({ figures: { attrCv, cvTotalFinal } }));
    const difference: ReportColumn = {
      ...column('cv_total_final_diff', undefined, 'number'),
      value: ({ figures }) => (figures?.attrCv ?? 0) - (figures?.cvTotalFinal ?? 0),
      against: { part: 'attrCv', of: 'cvTotalFinal' },
    };
    const [result] = withDisplayedParts([difference], compared);
    expect(compared.map((row) => result?.displayed?.(row))).toEqual([0.38, -0.69, 0.31]);
  });
});
