import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axes, axisKeys, measureKeys } from '../../../../../../shared/catalog';
import { texts } from '../../../../../../shared/i18n';
import { docIndex, findDocs } from './doc-index';
import { labelOf, type TextOf } from './labels';
import { skeletonOf } from './skeleton';
import { QUERY_NAMES, SUBJECTS } from './subjects';

const { ja, en, 'zh-CN': zhCn } = texts;

const schema = buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8'));
const textsOf =
  (all: object): TextOf =>
  (key) => {
    const value = key
      .split('.')
      .reduce<unknown>((texts, part) => (texts as Record<string, unknown> | undefined)?.[part], all);
    return typeof value === 'string' ? value : undefined;
  };
const text = textsOf(ja);
const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});

describe('explorer documentation', () => {
  it('names every query once, under one subject, in three languages', () => {
    expect(
      Object.values(SUBJECTS)
        .flatMap((names) => Object.keys(names))
        .sort(),
    ).toEqual([...queries].sort());
    for (const texts of [ja, en, zhCn])
      expect(Object.entries(QUERY_NAMES).filter(([, key]) => textsOf(texts)(key) === undefined)).toEqual([]);
  });

  it('names and defines every measure and axis of the reports', () => {
    const index = docIndex(schema, text);
    const named = (names: readonly string[]) =>
      names.filter(
        (name) =>
          index.some((doc) => doc.name === name) &&
          index.some((doc) => doc.name === name && doc.label === undefined),
      );
    expect(named(measureKeys)).toEqual([]);
    expect(named(axisKeys.map((key) => axes[key].key))).toEqual([]);
    expect(
      measureKeys.filter(
        (key) =>
          index.some(({ name }) => name === key) &&
          !index.some(({ name, definition }) => name === key && definition),
      ),
    ).toEqual([]);
  });

  it('names every field of report rows', () => {
    const rows = [
      'AdSummaryRow',
      'AttributionRow',
      'TimeSeriesRow',
      'LpoAnalysisRow',
      'CvInfoRow',
      'TransitionRow',
      'AllocationRow',
    ];
    const unnamed = docIndex(schema, text).filter(
      ({ type, label }) => rows.includes(type) && label === undefined,
    );
    expect(unnamed.map(({ type, name }) => `${type}.${name}`)).toEqual([]);
  });

  it.each([
    ['AuditLog', 'changes', '変更内容'],
    ['AdImportRow', 'changes', '変わる項目'],
    ['AllocationScenario', 'changes', '費用の増減'],
    ['CustomMeasure', 'unit', '単位'],
    ['MediaCostImport', 'columns', 'ファイルの列'],
    ['ReportSchedule', 'lastAt', '前回の配信日時'],
    ['SilentSource', 'lastAt', '最後の日時'],
    ['ErasureCounts', 'results', '成果'],
    ['CreditContact', 'before', 'CVまでの秒数'],
    ['AdSummaryRow', 'previous', '前の期間'],
    ['AuditChange', 'before', '変更前'],
    ['', 'before', 'この位置より前'],
    ['', 'after', 'この位置より後ろ'],
  ])('names %s.%s by its meaning there, even if other fields share the name: %s', (type, field, label) => {
    expect(labelOf(text, type, field)).toBe(label);
  });

  it('names the position of a page differently from a period', () => {
    const pages = docIndex(schema, text).filter(
      ({ name, shape }) => name === 'previous' && shape === 'String',
    );
    expect(pages.map(({ label }) => label)).toEqual(pages.map(() => '前のページの位置'));
    expect(pages).toHaveLength(10);
  });

  it.each([
    ['成果', 'results'],
    ['媒体費用', 'mediaCost'],
    ['媒体の費用', 'mediaCost'],
    ['クリック数', 'adClickCount'],
    ['ｸﾘｯｸ数', 'adClickCount'],
    ['広告統計', 'adSummaries'],
    ['adSummaries', 'adSummaries'],
    ['再配分CV', 'attrCv'],
  ])('finds %s', (typed, name) => {
    expect(findDocs(docIndex(schema, text), typed).matches.map((doc) => doc.name)).toContain(name);
  });

  it('finds nothing for unknown words, and counts the remaining matches of common words', () => {
    const index = docIndex(schema, text);
    expect(findDocs(index, 'ここにはない言葉')).toEqual({ matches: [], more: 0 });
    expect(findDocs(index, 'id').more).toBeGreaterThan(0);
    expect(labelOf(text, 'Query', 'nothing')).toBeUndefined();
  });

  it.each(queries)('writes a valid query of %s', (name) => {
    expect(validate(schema, parse(skeletonOf(schema, name, 1))).map(({ message }) => message)).toEqual([]);
  });
});
