import { enumEntries } from '../../../shared/catalog';
import { axisNames, filterNames } from '../../../shared/catalog/axes';
import { measureNames, periodPresets, rightKeys, routes } from '../../../shared/catalog';
import { postbackFieldNames, reportedStatuses } from '../../../shared/catalog/postback-source';
import { texts } from '../../../shared/i18n';
import { locales } from '../../../shared/i18n/messages';
import { entriesOf } from '../../../shared/records';
import { auditActions, auditEntities, auditFields, type Field, type Fields } from '../../../shared/settings';
import type { Row } from '../../records/list-definition';
import { addWords, changeLabel, summaryOf, valueText, type NamesOf } from './audit-words';

const names: NamesOf = async (_kind, ids) => ids.map((id) => `name ${id}`);
const all = auditEntities.flatMap((entity) =>
  Object.entries<Field>(auditFields[entity] as Fields).flatMap(([name, field]) => [
    { entity, name, field },
    ...Object.entries<Field>(field.entry ?? {})
      .filter(([part]) => part !== 'id')
      .map(([part, of]) => ({ entity, name: `${name}_${part}`, field: of })),
  ]),
);
const change = (field: string, after: unknown, before: unknown = null) => ({
  field,
  before: before === null ? null : JSON.stringify(before),
  after: JSON.stringify(after),
});

describe.each(locales)('the audit trail in %s', (locale) => {
  const words = texts[locale];
  const text = (entity: string, name: string, value: unknown) =>
    valueText(locale, entity, name, JSON.stringify(value), names);

  it('names everything that can change, and every field of it', () => {
    const missing = auditEntities.filter((entity) => !(entity in words.kind));
    expect(missing).toEqual([]);
    const unnamed = all
      .filter(({ name }) => !name.includes('_') || name.startsWith('adFeeSetting'))
      .filter(({ entity, name }) =>
        [name, words.settings.audit.otherField].includes(changeLabel(locale, entity, name)),
      );
    expect(unnamed).toEqual([]);
    expect(changeLabel(locale, 'ad', 'aFieldOfTheFuture')).toBe(words.settings.audit.otherField);
  });

  it('has words for every value of an enumeration and every flag', async () => {
    const raw: unknown[][] = [];
    for (const { entity, name, field } of all.filter(({ name: one }) => !one.includes('_'))) {
      const values: unknown[] = field.enumeration
        ? enumEntries(field.enumeration).map(({ value }) => value)
        : field.kind === 'flag'
          ? [true, false]
          : [];
      for (const value of values) {
        const word = await text(entity, name, value);
        if (word === '' || word === String(value) || /^[A-Z_\d]+$/.test(word))
          raw.push([entity, name, value, word]);
      }
    }
    expect(raw.filter(([, , , word]) => word !== 'URL')).toEqual([]);
  });

  it.each([
    ['allocationScenario', 'axes', axisNames],
    ['analyzeSetting', 'attributes', axisNames],
    ['analyzeSetting', 'columns', measureNames],
    ['analyzeSetting', 'sort', measureNames.flatMap((name) => [name, `-${name}`])],
    ['analyzeSetting', 'period', periodPresets],
    ['analyzeSetting', 'comparison', ['previous', 'last_year', 'none']],
    ['analyzeSetting', 'chart', ['none', 'bar', 'stacked', 'pie', 'scatter']],
    ['analyzeSetting', 'trend', ['shown', 'hidden']],
    ['customMeasure', 'denominator', measureNames],
    ['alert', 'measure', measureNames],
    ['alert', 'locale', locales],
    ['reportSchedule', 'every', ['day', 'week', 'month']],
    ['savedView', 'path', routes.filter((route) => !route.public).map(({ path }) => path)],
    ['savedView', 'search', ['period=d30&axis=asp']],
    ['erasure', 'subjectKind', ['user', 'visitor', 'conversion']],
    ['role', 'logs', ['none', 'view', 'edit']],
  ])('has words for the keys in %s.%s', async (entity, name, keys) => {
    for (const key of keys) {
      const word = await text(entity, name, key);
      expect([key, word.trim() === '' || word === key || /undefined|[a-z]_[a-z]/.test(word)]).toEqual([
        key,
        false,
      ]);
    }
  });

  it('has words for the keys inside lists and tables', async () => {
    const filters = await text(
      'analyzeSetting',
      'filters',
      filterNames.map((name) => ({ name, values: ['7'] })),
    );
    expect(filters).not.toMatch(/_id|Id\b|undefined/);
    for (const right of rightKeys) expect(changeLabel(locale, 'role', right)).not.toBe(right);
    for (const [field, keys] of entriesOf({ names: postbackFieldNames, statusWords: reportedStatuses }))
      expect(
        await text('postbackSource', field, Object.fromEntries(keys.map((key) => [key, '-']))),
      ).not.toContain(words.settings.audit.otherField);
    expect(await text('ad', 'aspId', 7)).toBe('name 7');
    expect(await text('user', 'productIds', [1, 2])).toContain('name 2');
  });

  it('completes the rows of a list in place', async () => {
    const row: Row = { entity: 'ad', action: 'update', summary: '', changes: [change('aspId', 7)] };
    await addWords(locale, [row], names);
    expect(row).toMatchObject({
      summary: expect.stringMatching(/./),
      changes: [{ beforeText: '', afterText: 'name 7' }],
    });
  });

  it('says in a sentence what each change did', () => {
    for (const entity of auditEntities)
      for (const action of auditActions.filter((one) => one !== 'undo' || entity === 'result')) {
        const sentence = summaryOf(locale, entity, action, [change('status', true, false)]);
        expect([entity, action, /\{\{|undefined|settings\.|^.{0,3}$/.test(sentence)]).toEqual([
          entity,
          action,
          false,
        ]);
      }
  });
});

it.each([
  [
    'result',
    'update',
    [change('approvalStatus', 1, 0), change('results', 216)],
    '成果 216件：承認待ち → 承認',
  ],
  [
    'result',
    'undo',
    [change('approvalStatus', 0, 1), change('results', 1)],
    '元に戻す：成果 1件：承認 → 承認待ち',
  ],
  ['readToken', 'create', [change('name', 'BI')], '参照用トークンを発行'],
  ['user', 'update', [change('password', '********', '********')], 'パスワードを変更'],
  [
    'ad',
    'update',
    ['adName', 'status', 'cvCost', 'clickCost'].map((name) => change(name, 1)),
    '広告を変更：広告名、状態、成果単価、ほか1項目',
  ],
])('says in Japanese what %s %s did', (entity, action, changes, sentence) =>
  expect(summaryOf('ja', entity, action, changes)).toBe(sentence),
);
