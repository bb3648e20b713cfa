import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { periodPresets } from '../../../../shared/catalog';
import { explorerQuery, explorerVariables } from './explorer-query';
import { periodIn, readExplorerQuery, titleLines } from './read-explorer-query';

const schema = buildSchema(readFileSync(join(__dirname, '../../../../schema.graphql'), 'utf8'));
const sorted = (parameters: URLSearchParams): string[] => [...parameters].map(String).sort();

describe('reading a report from a query', () => {
  it.each([
    ['adSummaries', 'product_id=1&period=d30&axis=asp&columns=ad_cost,cpa&sortName=cpa&sortAsc=false'],
    ['adSummaries', 'product_id=1&axis=ad,device&columns=roas&date_from=2026-01-01&date_to=2026-01-31'],
    ['adSummaries', 'product_id=1&period=thisMonth&axis=ad&columns=roas&compare=last_year&asp_ids=1,2'],
    ['attributions', 'product_id=2&period=lastMonth&axis=category&columns=attr_cv&attribution_model=2'],
    ['timeSeries', 'product_id=1&period=d90&unit=week&columns=cv_total_final&device=pc,tablet'],
    ['lpoAnalysis', 'product_id=1&axis=redirect,lpo_title&columns=cvr&redirect_ids=5'],
    ['cvInfo', 'product_id=1&period=today&sortName=amount&sortAsc=true&cv_setting_ids=1,3'],
    ['transitions', 'product_id=1&period=m12&axis=type1&measure=roas_cumulative&ad_type1_ids=4'],
    ['allocations', 'product_id=1&axis=asp&columns=ad_cost&compare_from=2026-01-01&compare_to=2026-01-02'],
  ] as const)('returns the parameters that %s was written from: %s', (name, search) => {
    const parameters = new URLSearchParams(search);
    const query = explorerQuery(name, parameters);
    expect(validate(schema, parse(query))).toEqual([]);
    const titled = `# 週次の確認\n${query.replaceAll('\n    ', ' ')}`;
    for (const text of [query, titled]) {
      const report = readExplorerQuery(text, explorerVariables(parameters));
      expect(report?.name).toBe(name);
      expect(sorted(report?.parameters ?? new URLSearchParams())).toEqual(sorted(parameters));
    }
  });

  const query = explorerQuery('adSummaries', new URLSearchParams('product_id=1&period=d7&axis=asp'));
  const variables = '{"period":"d7"}';
  it.each([
    ['another field', query.replace('figures {', 'noAd figures {'), variables],
    ['an alias', query.replace('adSummaries(', 'mine: adSummaries('), variables],
    ['a comment within', query.replace('results {', 'results { # rows\n'), variables],
    ['another argument', query.replace('productId: 1', 'productId: 1 page: 2'), variables],
    ['a second query', `${query}query Other { me { email } }`, variables],
    ['no report', '{ ads(productId: 1) { count } }', ''],
    ['a mutation', 'mutation { adSummaries(productId: 1) { count } }', ''],
    ['half a query', query.slice(0, -4), variables],
    ['a further variable', query, '{"period":"d7","n":1}'],
    ['an unknown period', query, '{"period":"d8"}'],
    ['a period that is no text', query, '{"period":7}'],
    ['no variables', query, ''],
    ['broken variables', query, '{'],
    ['a list as variables', query, '[1]'],
    ['an unreadable value', query.replace('productId: 1', 'productId: 1 evaluation: "a b"'), variables],
    ['one day only', explorerQuery('cvInfo', new URLSearchParams('product_id=1&date_from=2026-01-01')), ''],
    [
      'thirteen measures',
      query.replace('{ adClickCount', '{ adClickCount attrCv attrCpa attrRoas attrAmount pvCount roi'),
      variables,
    ],
  ])('returns nothing for a query with %s, which a builder would lose', (_name, text, given) => {
    expect(readExplorerQuery(text, given)).toBeNull();
  });

  it('finds the relative period and the title of any query', () => {
    for (const period of periodPresets) expect(periodIn(JSON.stringify({ period }))).toBe(period);
    for (const text of [null, '', '{', '[]', '{"period":"x"}', '{"from":"d30"}'])
      expect(periodIn(text)).toBeUndefined();
    expect([titleLines('# a\n#b\n{ me }'), titleLines('{ me } # a\n')]).toEqual(['# a\n#b\n', '']);
  });
});
