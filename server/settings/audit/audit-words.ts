import {
  enumerations,
  FIGURE_FILTER,
  findMeasure,
  parseCustomMeasureId,
  readFigureConditions,
  routes,
} from '../../../shared/catalog';
import { axisKeys, filterName, findAxis } from '../../../shared/catalog/axes';
import { formatDay } from '../../../shared/domain/calendar';
import { formatEnteredYen, formatPercent, punctuation, yenAffixes } from '../../../shared/format';
import { textAt, texts, translator, type Texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { isKeyOf, isRecord, recordsIn, type UnknownRecord } from '../../../shared/records';
import { auditFields, type Field, type Fields, type RefKind } from '../../../shared/settings';
import type { Row } from '../../records/list-definition';
import { enumLabel, fieldLabel, onOff, textOf } from '../words';

/** Returns the names of references that the reader may see; `#id` for others. */
export type NamesOf = (kind: RefKind, ids: readonly number[]) => Promise<string[]>;

/** A change of one field as stored, values as JSON. */
interface StoredChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields named in the summary of a change. */
const MOST_NAMED = 3;

const fieldOf = (entity: string, name: string): Field | undefined => {
  const fields: Fields = isKeyOf(auditFields, entity) ? auditFields[entity] : {};
  return fields[name];
};

/** Returns the label of a field; never its key. */
export function changeLabel(locale: Locale, entity: string, field: string): string {
  const { role, audit } = texts[locale].settings;
  return (
    (entity === 'role' ? textOf(role.right, field) : fieldLabel(locale, entity, field)) ?? audit.otherField
  );
}

type WordOf = (key: string) => string | undefined;

/** Returns the words of the keys in a field; undefined for fields without keys. */
function keyWords(locale: Locale, name: string): WordOf | undefined {
  const { report, settings, views, measures, kind, privacy, menu }: Texts = texts[locale];
  const within =
    (group: object, other: WordOf = () => undefined): WordOf =>
    (key) =>
      textOf(group, key) ?? other(key);
  const days: WordOf = (key) => key.replace('_', ' - ');
  const axis: WordOf = (key) =>
    key === FIGURE_FILTER
      ? report.figureFilter
      : textOf(report.axes, findAxis(key) ?? axisKeys.find((one) => filterName(one) === key) ?? '');
  const measure: WordOf = (name) => {
    const [custom, known] = [parseCustomMeasureId(name), findMeasure(name)];
    return custom === null ? (known ? measures[known].label : undefined) : `${kind.customMeasure} #${custom}`;
  };
  const figures: WordOf = (text) =>
    readFigureConditions(text)
      .map(({ name, operator, value }) => `${measure(name) ?? name} ${operator} ${value}`)
      .join(punctuation[locale].and) || undefined;
  const sum: WordOf = (key) => key.split(',').map(measure).join(' + ');
  const { chart, trend, comparison } = settings.custom;
  const words: Readonly<Record<string, WordOf>> = {
    ...{ axes: axis, attributes: axis, filters_name: axis, filters_values: figures, figures },
    ...{ columns: measure, measure, numerators: sum, denominator: sum },
    sort: (key) => `${measure(key.replace(/^-/, '')) ?? ''} ${key.startsWith('-') ? '↓' : '↑'}`,
    period: within(report.presets, days),
    comparison: within(comparison, days),
    chart: within(chart),
    trend: within(trend),
    every: within({ day: views.everyDay, week: views.everyWeek, month: views.everyMonth }),
    path: (key) => textOf(menu, routes.find(({ path }) => path === key)?.key ?? ''),
    search: () => settings.audit.conditions,
    subjectKind: within(privacy.erasure),
    hour: (hour) => `${hour}:00`,
    weekday: (day) => textOf(views.weekdays, `w${day}`),
    locale: (tag) => new Intl.DisplayNames(locale, { type: 'language' }).of(tag),
  };
  return words[name];
}

async function fieldText(
  locale: Locale,
  entity: string,
  name: string,
  value: unknown,
  names: NamesOf,
  field = fieldOf(entity, name),
): Promise<string> {
  const words = texts[locale];
  const join = (parts: readonly string[]): string => parts.filter(Boolean).join(punctuation[locale].and);
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean')
    return name === 'status' ? words.enums.Status[value ? 'VALID' : 'INVALID'] : onOff(locale, value);
  if (field?.enumeration && !Array.isArray(value)) return enumLabel(locale, field.enumeration, value);
  if (field?.refers) return join(await names(field.refers, [value].flat().map(Number)));
  if (name === 'recipients' && Array.isArray(value))
    return words.views.count_other.replace('{{count}}', String(value.length));
  if (field?.kind === 'list') {
    const parts = Object.entries(field.entry ?? {}).filter(([part]) => part !== 'id');
    const partTexts = (entry: UnknownRecord) =>
      Promise.all(
        parts.map(([part, of]) => fieldText(locale, entity, `${name}_${part}`, entry[part], names, of)),
      );
    const entries = await Promise.all(recordsIn(value).map(partTexts));
    return join(entries.map((texts) => texts.filter(Boolean).join(' ')));
  }
  if (Array.isArray(value))
    return join(await Promise.all(value.map((one) => fieldText(locale, entity, name, one, names, field))));
  if (isRecord(value))
    return join(
      Object.entries(value).map(([key, one]) => `${changeLabel(locale, entity, key)}: ${String(one)}`),
    );
  if (typeof value === 'number' && field?.kind === 'day') return formatDay(value);
  if (typeof value === 'number' && field?.kind === 'percent') return formatPercent(value, { showZero: true });
  if (typeof value === 'number' && field?.kind === 'money')
    return formatEnteredYen(value, { showZero: true, yen: yenAffixes[locale] });
  const text = String(value);
  if (entity === 'role') return textOf(words.settings.role.level, text) ?? text;
  return keyWords(locale, name)?.(text) ?? text;
}

/** Parses a stored value. Erasure can leave text that is not JSON. */
function parse(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return json;
  }
}

/** Returns a stored value in words. */
export const valueText = (
  locale: Locale,
  entity: string,
  field: string,
  json: string | null,
  names: NamesOf,
) => fieldText(locale, entity, field, parse(json), names);

/** Returns what a change did in one sentence. */
export function summaryOf(
  locale: Locale,
  entity: string,
  action: string,
  changes: readonly StoredChange[],
): string {
  const { kind, settings } = texts[locale];
  const t = translator(locale);
  const valueOf = (field: string, side: 'before' | 'after'): unknown =>
    parse(changes.find((change) => change.field === field)?.[side] ?? null);
  const named = changes.slice(0, MOST_NAMED).map(({ field }) => changeLabel(locale, entity, field));
  const rest = changes.length - named.length;
  const special =
    action === 'update' && changes.find(({ field }) => isKeyOf(settings.audit.did, `${entity}_${field}`));
  const status = (side: 'before' | 'after') =>
    enumLabel(locale, enumerations.ApprovalStatus, valueOf('approvalStatus', side));
  const name = [`${entity}_${action}`, ...(special ? [`${entity}_${special.field}`] : []), action].find(
    (one) => isKeyOf(settings.audit.did, one),
  );
  return textAt(t, `settings.audit.did.${name ?? 'update'}`, {
    kind: textOf(kind, entity) ?? settings.audit.what,
    fields: [...named, ...(rest > 0 ? [t('settings.audit.more', { count: rest })] : [])].join(
      punctuation[locale].and,
    ),
    count: Number(valueOf('results', 'after') ?? valueOf('resent', 'after') ?? 1),
    device: String(valueOf('device', 'after') || valueOf('device', 'before') || settings.user.device),
    from: status('before'),
    to: status('after'),
  });
}

const isChange = (change: UnknownRecord): change is UnknownRecord & StoredChange =>
  typeof change.field === 'string';

/** Adds the sentence, the labels and the values in words to entries of the audit trail. */
export async function addWords(locale: Locale, rows: readonly Row[], names: NamesOf): Promise<void> {
  for (const row of rows) {
    const entity = String(row.entity);
    const changes = recordsIn(row.changes).filter(isChange);
    if ('summary' in row) row.summary = summaryOf(locale, entity, String(row.action), changes);
    row.changes = await Promise.all(
      changes.map(async (change) => ({
        ...change,
        label: changeLabel(locale, entity, change.field),
        beforeText: await valueText(locale, entity, change.field, change.before, names),
        afterText: await valueText(locale, entity, change.field, change.after, names),
      })),
    );
  }
}
