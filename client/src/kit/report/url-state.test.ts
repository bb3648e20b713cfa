import type { Period } from '../period/period';
import { withParameters } from '../address';
import { sortText } from '../table/measure-column';
import {
  readReportState,
  type ReportDefaults,
  filtersWithPath,
  formatPath,
  nextAxis,
  parsePath,
  stepInto,
} from './url-state';
import { buildSchema, isObjectType, parse, validate, getNamedType } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axisKeys, axisName, measureNames, reportNames } from '../../../../shared/catalog';
import { explorerQuery, queryNameOf } from './explorer-query';
import { downloadQuery } from './download';
import type { ReportQuery } from './types';

const DEFAULTS: ReportDefaults & { period: Period } = {
  period: { preset: 'd30' },
  axes: ['ad'],
  sort: { key: 'ad_cost', ascending: false },
  item: '1',
};
const read = (query: string) => readReportState(new URLSearchParams(query), DEFAULTS);

describe('URL state of a report', () => {
  it('is the defaults if the URL states nothing', () => {
    expect(read('')).toMatchObject({
      period: { preset: 'd30' },
      comparison: 'previous',
      axes: ['ad'],
      filters: {},
      path: [],
      sort: { key: 'ad_cost', ascending: false },
      item: '1',
      columns: undefined,
      model: undefined,
      search: '',
      empty: false,
    });
  });

  it.each([
    ['', []],
    ['figures=cv_total_final%3E%3D3,roas%3C0.8', ['cv_total_final>=3', 'roas<0.8']],
    ['figures=cpa>5000', ['cpa>5000']],
    ['figures=nonsense,cpa%3E,roas%3D1', ['roas=1']],
  ])('reads the conditions on metric values of %s', (query, figures) => {
    expect(read(query).figures).toEqual(figures);
  });

  it.each([
    ['', '1', undefined, undefined],
    ['item=2', '2', undefined, undefined],
    ['item=CV_ROAS', '6', undefined, undefined],
    ['item=cv_roas', '6', undefined, undefined],
    ['item=CUSTOM&cols=cpa', '0', ['cpa'], undefined],
    ['item=cpa,ROAS', '0', ['cpa', 'roas'], undefined],
    ['item=cpa&cols=roas', '0', ['roas'], undefined],
    ['item=cpa,zz,toString', '1', undefined, ['zz', 'toString']],
    ['item=9', '1', undefined, ['9']],
  ])('reads the item of %s', (query, item, columns, unknown) => {
    const state = readReportState(new URLSearchParams(query), {
      ...DEFAULTS,
      items: { AMOUNT_EFFECT: 1, INDIRECT_EFFECT: 2, CV_ROAS: 6 },
    });
    expect([state.item, state.columns, state.refusedItems?.unknown]).toEqual([item, columns, unknown]);
  });

  it('reads every parameter', () => {
    expect(
      read(
        'from=2026-01-01&to=2026-01-31&compare=0&axis=asp,device&asp_ids=1,2&device=pc&drill=agency:3&sort=cpa&item=0&cols=cpa,roas&chart=cpa&model=3&evaluation=1&view=models&cv=3,0,x,5&q=tea&empty=1',
      ),
    ).toEqual({
      period: { preset: 'custom', range: { from: 20260101, to: 20260131 } },
      comparison: 'none',
      axes: ['asp', 'device'],
      figures: [],
      filters: { asp: ['1', '2'], device: ['pc'] },
      path: [[{ axis: 'agency', id: '3' }]],
      sort: { key: 'cpa', ascending: true },
      item: '0',
      columns: ['cpa', 'roas'],
      chart: 'cpa',
      model: 3,
      evaluation: 1,
      view: 'models',
      cvSettingIds: [3, 5],
      search: 'tea',
      empty: true,
      approved: false,
    });
  });

  it.each([
    ['axis=nothing', 'axes', ['ad']],
    ['axis=asp,asp,ad,device,agency', 'axes', ['asp', 'ad', 'device']],
    ['from=2026-02-01&to=2026-01-01', 'period', { preset: 'd30' }],
    ['from=2026-02-30&to=2026-03-01', 'period', { preset: 'd30' }],
    ['period=d7&from=2026-01-01&to=2026-01-02', 'period', { preset: 'd7' }],
    ['compare=last_year', 'comparison', 'lastYear'],
    ['compare=2025-11-01_2025-11-21', 'comparison', { from: 20251101, to: 20251121 }],
    ['compare=2025-11-31_2025-11-01', 'comparison', 'previous'],
    ['sort=--x', 'sort', DEFAULTS.sort],
    ['model=9', 'model', undefined],
    ['evaluation=1.5', 'evaluation', undefined],
    ['asp_ids=1,x,;drop', 'filters', { asp: ['1'] }],
    ['device=pc,%3Cscript%3E', 'filters', { device: ['pc'] }],
    ['drill=asp:x', 'path', []],
  ] as const)('reads %s into %s as %j', (query, part, expected) => {
    expect(read(query)[part]).toEqual(expected);
  });

  it('changes the given parameters only, and leaves no empty ones', () => {
    const before = new URLSearchParams('product_id=3&axis=ad&asp_ids=1');
    expect(
      withParameters(before, {
        axis: 'asp',
        asp_ids: '',
        sort: sortText({ key: 'cpa', ascending: false }),
      }).toString(),
    ).toBe('product_id=3&axis=asp&sort=-cpa');
    expect(before.get('axis')).toBe('ad');
  });
});

describe('opening a row', () => {
  it.each([
    ['goes from an agency to its networks', ['agency'], [], 'asp'],
    ['goes from a network to its ads', ['asp'], [], 'ad'],
    ['goes from a network within an ad to its devices', ['asp'], ['ad'], 'device'],
    ['goes from an ad to its redirects', ['ad'], [], 'redirect'],
    ['goes from a redirect to its variants', ['redirect'], ['ad'], 'lpoTitle'],
    ['continues crossed rows from the finest axis', ['asp', 'ad'], [], 'redirect'],
    ['ends at a variant', ['lpoTitle'], [], undefined],
  ] as const)('%s', (_name, axes, fixed, next) => {
    expect(nextAxis(axes, fixed)).toBe(next);
  });

  it('fixes all axes of the row', () => {
    expect(stepInto({ aspId: 3, asp: 'A', device: 'pc', noAd: false }, ['asp', 'device'])).toEqual([
      { axis: 'asp', id: '3' },
      { axis: 'device', id: 'pc' },
    ]);
  });

  it('is impossible if no filter can select the row', () => {
    expect(stepInto({ aspId: null, asp: null, noAd: true }, ['asp'])).toBeUndefined();
    expect(stepInto({ adId: 1, ad: 'x', aspId: null, noAd: false }, ['ad', 'asp'])).toBeUndefined();
    expect(stepInto({ lpoTitleId: 4, lpoTitle: 'x', noAd: false }, ['lpoTitle'])).toBeUndefined();
  });

  it('round-trips through the URL', () => {
    const path = [
      [
        { axis: 'asp' as const, id: '3' },
        { axis: 'device' as const, id: 'pc' },
      ],
      [{ axis: 'ad' as const, id: '12' }],
    ];
    expect(formatPath(path)).toBe('asp:3.device:pc~ad:12');
    expect(parsePath(formatPath(path))).toEqual(path);
    expect(filtersWithPath({ asp: ['1', '3'], agency: ['5'] }, path)).toEqual({
      asp: ['3'],
      agency: ['5'],
      device: ['pc'],
      ad: ['12'],
    });
  });
});

const schema = buildSchema(readFileSync(join(__dirname, '../../../../schema.graphql'), 'utf8'));
const wrong = (query: string): string[] => validate(schema, parse(query)).map(({ message }) => message);

/** Reports of the schema: they have rows and a total, and accept any model and evaluation. */
const known = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type, args }) => {
  const named = getNamedType(type);
  return (
    isObjectType(named) &&
    'results' in named.getFields() &&
    'total' in named.getFields() &&
    ['evaluation', 'attributionModel'].every((required) => args.some(({ name }) => name === required))
  );
});

describe('explorer query of a report', () => {
  it('exists for every report of the schema', () => {
    expect([...reportNames].sort()).toEqual(known.map(({ name }) => name).sort());
    expect(queryNameOf('/api/v1/analyses/ad_summaries')).toBe('adSummaries');
    expect(queryNameOf('/api/v1/logs/conversions')).toBeUndefined();
  });

  it.each(reportNames)('%s is valid against the schema', (name) => {
    expect(wrong(explorerQuery(name, new URLSearchParams({ product_id: '1' })))).toEqual([]);
    const parameters = new URLSearchParams({
      product_id: '1',
      date_from: '2026-01-01',
      date_to: '2026-01-31',
      attribution_model: '3',
      evaluation: '2',
      axis: axisKeys.map(axisName).join(','),
      columns: ['period', ...measureNames, 'cpa_previous'].join(','),
      ad_ids: '1,2',
      asp_ids: '3',
      agency_ids: '4',
      ad_category_ids: '5',
      ad_type1_ids: '6',
      ad_type2_ids: '7',
      ad_type3_ids: '8',
      redirect_ids: '9',
      device: 'pc,smartphone',
      cv_setting_ids: '1,2',
      sortName: 'cpa',
      layout: 'document',
      locale: 'ja',
      ...(['cvInfo', 'transitions'].includes(name)
        ? {}
        : { compare_from: '2025-12-01', compare_to: '2025-12-31' }),
      ...(name === 'timeSeries' && { unit: 'month', top: '5', top_by: 'amount_sum' }),
      ...(name === 'transitions' && { measure: 'roas_cumulative' }),
      ...(name === 'allocations' && { simulation_item: '1', changes: '1:-20p', elasticity: '0.5' }),
    });
    expect(wrong(explorerQuery(name, parameters))).toEqual([]);
  });
});

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
