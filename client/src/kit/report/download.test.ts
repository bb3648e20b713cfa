import { downloadQuery } from './download';
import type { ReportQuery } from './types';

const QUERY: ReportQuery = {
  productId: 3,
  from: 20260101,
  to: 20260131,
  previous: { from: 20251201, to: 20251231 },
  beside: undefined,
  axes: ['asp', 'device'],
  attributes: [],
  filters: { ad: ['5', '6'], device: ['pc'] },
  model: 4,
  evaluation: undefined,
  cvSettingIds: [],
};

describe('report download', () => {
  it('includes the visible attributes after the axes', () => {
    const query = downloadQuery(
      { ...QUERY, axes: ['ad'], attributes: ['agency', 'type1'], previous: undefined },
      { key: 'cpa', ascending: true },
      [{ key: 'cpa' }],
    );
    expect(query.get('columns')).toBe('ad,agency,type1,cpa');
  });

  it('uses the same days, comparison, axes, filters, model, order and columns', () => {
    const query = downloadQuery(QUERY, { key: 'cpa', ascending: true }, [
      { key: 'cpa' },
      { key: 'custom_7' },
      { key: 'cpa_diff', signed: true },
      { key: 'cvr_low', alone: true },
    ]);
    expect(Object.fromEntries(query)).toEqual({
      product_id: '3',
      date_from: '2026-01-01',
      date_to: '2026-01-31',
      axis: 'asp,device',
      ad_ids: '5,6',
      device: 'pc',
      attribution_model: '4',
      sortName: 'cpa',
      sortAsc: 'true',
      compare_from: '2025-12-01',
      compare_to: '2025-12-31',
      columns: 'asp,device,cpa,cpa_previous,custom_7,custom_7_previous,cpa_diff,cvr_low',
      layout: 'document',
      locale: 'ja',
    });
  });

  it('omits the comparison if the screen has none', () => {
    const query = downloadQuery({ ...QUERY, previous: undefined }, { key: 'cpa', ascending: true }, [
      { key: 'cpa' },
    ]);
    expect([query.get('compare_from'), query.get('columns')]).toEqual([null, 'asp,device,cpa']);
  });

  it('sorts a column of one model by that model', () => {
    const query = downloadQuery(QUERY, { key: 'attr_cv_model_2', ascending: false }, [
      { key: 'attr_cv_model_2' },
    ]);
    expect([query.get('sortName'), query.get('attribution_model')]).toEqual(['attr_cv', '2']);
  });
});
