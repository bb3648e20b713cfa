import { buildSchema, isObjectType, parse, validate, getNamedType } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axisKeys, axisName, measureNames, reportNames } from '../../../../shared/catalog';
import { explorerQuery, queryNameOf } from './explorer-query';

const schema = buildSchema(readFileSync(join(__dirname, '../../../../schema.graphql'), 'utf8'));
const wrong = (query: string): string[] => validate(schema, parse(query)).map(({ message }) => message);

/** Reports of the schema: they have rows and a total, and accept any model and evaluation. */
const known = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type, args }) => {
  const named = getNamedType(type);
  return (
    isObjectType(named) &&
    'results' in named.getFields() &&
    'total' in named.getFields() &&
    args.some(({ name }) => name === 'evaluation')
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
