import { roundHalfAway } from '../../../../shared/format';
import type { ReportColumn } from './types';
import { withShownParts } from './visible-parts';

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
const shownBy = (one: ReportColumn): (number | null)[] => {
  const [made = one] = withShownParts([one], rows);
  return rows.map((row) => (made.shown ?? made.value)(row));
};

describe('shown parts', () => {
  it('of credit make the whole as it is shown', () => {
    expect(shownBy(column('attr_cv', 'attrCv', 'number'))).toEqual([0.34, 0.33, 0.33, null, 0, 2.01]);
    expect(roundHalfAway(1 + 2.005, 2)).toBe(3.01);
  });

  it('of credit in yen make whole yen', () => {
    expect(shownBy(column('attr_amount', 'attrAmount', 'yen'))).toEqual([1, 0, 0, null, 0, 2]);
  });

  it('are no matter of other figures, whose rows are no shares', () => {
    expect(shownBy(column('cpa', 'cpa', 'yen'))).toEqual(rows.map(({ figures }) => figures.attrCv));
  });

  it('of the days compared with make their own whole', () => {
    const earlier = [0.126, 0.126, 0.748].map((attrCv) => ({ figures: { attrCv } }));
    const [made] = withShownParts([column('attr_cv', 'attrCv', 'number')], rows, earlier);
    expect(earlier.map((row) => made?.shown?.(row))).toEqual([0.13, 0.12, 0.75]);
  });

  it('are what differences are told of: those of all rows make none', () => {
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
    const [made] = withShownParts([difference], compared);
    expect(compared.map((row) => made?.shown?.(row))).toEqual([0.38, -0.69, 0.31]);
  });
});
