import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  axisKeys,
  axisName,
  filterNames,
  measureKeys,
  measureName,
  periodPresets,
  reportNames,
  type ReportName,
} from '../../../../../../shared/catalog';
import { seeded } from '../../../../../../shared/domain/testing/random';
import { withParameters } from '../../../../kit/address';
import { explorerQuery, explorerVariables } from '../../../../kit/report/explorer-query';
import { readExplorerQuery, type ReportRequest } from '../../../../kit/report/read-explorer-query';
import {
  appsScript,
  csvAddress,
  dayParameters,
  firstReport,
  measuresOf,
  powerQuery,
  withReport,
} from './report-builder';

const schema = buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8'));
const search = ({ parameters }: ReportRequest): string[] => [...parameters].map(String).sort();
const read = ({ name, parameters }: ReportRequest) =>
  readExplorerQuery(explorerQuery(name, parameters), explorerVariables(parameters));

describe('report builder', () => {
  it('writes a valid query of every choice, which it reads back', () => {
    const random = seeded(42);
    const some = <T>(values: readonly T[], most: number): T[] =>
      random.shuffle(values).slice(0, 1 + random.below(most));
    const one = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
    let report = firstReport(1);
    for (let step = 0; step < 400; step += 1) {
      const set = (changes: Readonly<Record<string, string | null>>): ReportRequest => ({
        name: report.name,
        parameters: withParameters(report.parameters, changes),
      });
      const hasMeasures = measuresOf(report).length > 0;
      const filter = one(filterNames);
      const choices: (() => ReportRequest)[] = [
        () => withReport(report, one(reportNames)),
        () => set(dayParameters({ preset: one(periodPresets) })),
        () => set(dayParameters({ preset: 'custom', range: { from: 20260101, to: 20260131 } })),
        () => (report.name === 'cvInfo' ? report : set({ axis: some(axisKeys, 3).map(axisName).join(',') })),
        () => (hasMeasures ? set({ columns: some(measureKeys, 12).map(measureName).join(',') }) : report),
        () => set({ [filter]: filter === 'device' ? 'pc,tablet' : '3,14' }),
        () => set({ [filter]: null }),
        () =>
          hasMeasures
            ? set({ sortName: measureName(one(measureKeys)), sortAsc: one(['true', 'false']) })
            : set({ sortName: null, sortAsc: null }),
      ];
      report = one(choices)();
      expect(validate(schema, parse(explorerQuery(report.name, report.parameters)))).toEqual([]);
      const again = read(report) ?? { name: null, parameters: new URLSearchParams() };
      expect([again.name, ...[...again.parameters].map(String).sort()]).toEqual([
        report.name,
        ...search(report),
      ]);
    }
  });

  it('keeps the conditions that both reports have', () => {
    const from = {
      ...firstReport(1),
      parameters: new URLSearchParams(
        'product_id=1&period=d7&axis=ad&asp_ids=3&columns=cpa&sortName=cpa&sortAsc=false&compare=previous',
      ),
    };
    const changed = (name: ReportName) => search(withReport(from, name)).join('&');
    expect(changed('attributions')).toBe(search(from).join('&'));
    expect(changed('timeSeries')).toBe(
      'asp_ids,3&columns,cpa&compare,previous&period,d7&product_id,1&sortAsc,false&sortName,cpa&unit,day',
    );
    expect(changed('cvInfo')).toBe('asp_ids,3&period,d7&product_id,1');
    expect(changed('transitions')).toBe('asp_ids,3&axis,ad&measure,roas_cumulative&period,d7&product_id,1');
    expect(changed('lpoAnalysis')).toContain('axis,redirect,lpo_title');
  });

  it('states the CSV address without a token, with the columns of the query', () => {
    const parameters = new URLSearchParams('product_id=1&period=d7&axis=asp&columns=cpa&compare=previous');
    const address = csvAddress('https://c.example', { name: 'adSummaries', parameters }, 'ja');
    expect(address).toBe(
      'https://c.example/api/v1/analyses/ad_summaries/download/csv?product_id=1&period=d7&axis=asp&columns=asp,cpa,cpa_previous&compare=previous&locale=ja',
    );
    const trend = csvAddress(
      'https://c.example',
      { name: 'timeSeries', parameters: new URLSearchParams('product_id=1&unit=day&columns=cpa') },
      'en',
    );
    expect(trend).toContain('/time_series/download/csv?product_id=1&unit=day&columns=period,cpa&locale=en');
    expect(powerQuery(address, 'icr_x')).toContain(
      `Web.Contents("${address}", [Headers = [Authorization = "Bearer icr_x"]])`,
    );
    expect(appsScript(address)).toContain(`UrlFetchApp.fetch('${address}'`);
    expect(appsScript(address)).toContain('/^\\uFEFF/');
  });
});
