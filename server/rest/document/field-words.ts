import { settingRules, type SettingName, type Field, type Fields } from '../../../shared/settings';
import { texts, translator } from '../../../shared/i18n';
import { CvType, enumerations, ExcludedReason, Device, deviceCode, Status } from '../../../shared/catalog';
import { formatPercent, punctuation } from '../../../shared/format';
import { isKeyOf, isRecord, recordsIn } from '../../../shared/records';
import type { Locale } from '../../../shared/i18n/messages';
import { platformOf } from '../../../shared/catalog/platforms';
import { rejectionText } from '../../../shared/i18n/rejections';
import { signedIn, type ApiContext } from '../../services/context';
import type { SelectionName } from '../../settings/me/me.service';
import type { Cell } from '../../export/csv';
import { enumLabel, onOff, textOf } from '../../settings/words';
import { snake } from '../mapper';

/** Returns the visible names of ids; `#id` for all others. */
export async function namesOf(
  context: ApiContext,
  list: SelectionName,
  ids: readonly number[],
  productId: number | null = null,
): Promise<string[]> {
  const byId = await allNames(context, list, productId);
  return ids.map((id) => byId.get(id) ?? `#${id}`);
}

/** Returns all names of a list by id. */
export async function allNames(
  context: ApiContext,
  list: SelectionName,
  productId: number | null = null,
): Promise<ReadonlyMap<number, string>> {
  const selections = await context.services.me.selections(signedIn(context), productId)[list]();
  return new Map(selections.map(({ id, label }) => [id, label]));
}

type MenuKey = Exclude<keyof (typeof texts)['ja']['menu'], 'group'>;

/** Title of an exported table, and the entity that provides its labels. */
export interface DocumentSource {
  readonly title: MenuKey;
  readonly entity: SettingName | 'audit' | 'refused' | 'log' | 'result' | 'postback' | 'send';
}

const sources: Readonly<Record<string, DocumentSource>> = {
  ads: { title: 'ad_setting', entity: 'ad' },
  asps: { title: 'asp_setting', entity: 'asp' },
  redirects: { title: 'redirect_setting', entity: 'redirect' },
  cvSettings: { title: 'cv_setting', entity: 'cvSetting' },
  domains: { title: 'crossdomain_setting', entity: 'crossdomain' },
  adCategories: { title: 'category_setting', entity: 'adCategory' },
  adTypes: { title: 'category_setting', entity: 'adType' },
  companies: { title: 'company', entity: 'company' },
  products: { title: 'product', entity: 'product' },
  agencies: { title: 'agency', entity: 'agency' },
  users: { title: 'user', entity: 'user' },
  notes: { title: 'notes', entity: 'note' },
  alerts: { title: 'alert', entity: 'alert' },
  targets: { title: 'target', entity: 'target' },
  experiments: { title: 'experiment', entity: 'experiment' },
  customMeasures: { title: 'custom_measure', entity: 'customMeasure' },
  auditLogs: { title: 'audit', entity: 'audit' },
  accesses: { title: 'log_access', entity: 'log' },
  interactions: { title: 'log_interaction', entity: 'log' },
  references: { title: 'log_reference', entity: 'log' },
  conversions: { title: 'log_cv', entity: 'log' },
  results: { title: 'log_result', entity: 'result' },
  conversionSends: { title: 'log_conversion_send', entity: 'send' },
  conversionSenders: { title: 'conversion_sender', entity: 'conversionSender' },
  resultQueue: { title: 'log_result_queue', entity: 'postback' },
  refusedEvents: { title: 'log_refused', entity: 'refused' },
  adSummaries: { title: 'ad_statistics', entity: 'ad' },
  attributions: { title: 'attribution', entity: 'ad' },
  timeSeries: { title: 'term', entity: 'ad' },
  lpoAnalysis: { title: 'lpo', entity: 'ad' },
  cvInfo: { title: 'cv', entity: 'log' },
  transitions: { title: 'effect', entity: 'ad' },
  allocations: { title: 'allocation', entity: 'ad' },
};

/** Returns title and entity of an operation's table. A test covers every download. */
export function documentSourceOf(operation: string): DocumentSource {
  const known = sources[operation];
  if (!known) throw new Error(`No title for files of ${operation}`);
  return known;
}

const sourceLabel = (locale: Locale, value: unknown): string =>
  textOf(texts[locale].logs.doors, String(value)) ?? String(value);

const deviceLabel = (value: unknown, locale: Locale): string =>
  enumLabel(locale, Device, deviceCode(String(value)) ?? value);

/** Formats an exclusion reason. As a filter value, `none` selects counted events. */
const excludedLabel = (value: unknown, locale: Locale): string =>
  value === 'none' ? texts[locale].logs.counted : enumLabel(locale, ExcludedReason, value);

/** Result fields with enumeration codes. */
const RESULT_CODES = {
  resultType: enumerations.ResultType,
  resultMethod: enumerations.ResultMethod,
  approvalStatus: enumerations.ApprovalStatus,
  approvalAmountResult: enumerations.ApprovalFlag,
  approvalArgsResult: enumerations.ApprovalFlag,
  excludeDuplicateIpsResult: enumerations.ApprovalFlag,
  excludeDuplicateArgsResult: enumerations.ApprovalFlag,
} as const;

/** Formatters of codes that no form sets, by entity and field. */
const formatters: Readonly<Record<string, (value: unknown, locale: Locale) => string>> = {
  'refused.reason': (value, locale) => rejectionText(translator(locale), String(value)),
  'refused.door': (value, locale) => sourceLabel(locale, value),
  'audit.action': (value, locale) => textOf(texts[locale].settings.audit, String(value)) ?? String(value),
  'audit.entity': (value, locale) => textOf(texts[locale].kind, String(value)) ?? String(value),
  'audit.changes': (value, locale) =>
    recordsIn(value)
      .map(
        ({ label, before_text: before, after_text: after }) =>
          `${String(label)}: ${String(before)} → ${String(after)}`,
      )
      .join(punctuation[locale].and),
  'log.excludedReason': excludedLabel,
  'result.excludedReason': excludedLabel,
  'log.cvType': (value, locale) => enumLabel(locale, CvType, value),
  'log.door': (value, locale) => sourceLabel(locale, value),
  'log.device': deviceLabel,
  'result.device': deviceLabel,
  ...Object.fromEntries(
    Object.entries(RESULT_CODES).map(([field, code]) => [
      `result.${field}`,
      (value: unknown, locale: Locale) => enumLabel(locale, code, value),
    ]),
  ),
  'postback.approvalStatus': (value, locale) => enumLabel(locale, enumerations.ApprovalStatus, value),
  'postback.resultStatus': (value, locale) => enumLabel(locale, enumerations.QueueResult, value),
  'postback.state': (value, locale) => textOf(texts[locale].results.state, String(value)) ?? String(value),
  'send.state': (value, locale) => textOf(texts[locale].sends.state, String(value)) ?? String(value),
  'send.reason': (value, locale) => textOf(texts[locale].sends.reason, String(value)) ?? String(value),
  'send.retraction': (value, locale) =>
    textOf(texts[locale].sends.retraction, String(value)) ?? String(value),
  'send.platform': (value) => platformOf(String(value))?.name ?? String(value),
  'conversionSender.platform': (value) => platformOf(String(value))?.name ?? String(value),
  'postback.kind': (value, locale) => textOf(texts[locale].results.kind, String(value)) ?? String(value),
  'postback.reason': (value, locale) => textOf(texts[locale].postback.reason, String(value)) ?? String(value),
};

const formatEntries = (entries: readonly unknown[], fields: Fields, locale: Locale): string =>
  entries
    .map((entry) =>
      Object.entries(fields)
        .filter(([name]) => name !== 'id')
        .map(([name, field]) => formatValue(field, isRecord(entry) ? entry[snake(name)] : undefined, locale))
        .filter((word) => word !== null && word !== '')
        .join(' '),
    )
    .join(punctuation[locale].and);

function formatValue(field: Field, value: unknown, locale: Locale): Cell {
  if (value === null || value === undefined) return null;
  if (field.kind === 'flag') return onOff(locale, value);
  if (field.enumeration) return enumLabel(locale, field.enumeration, value);
  if (field.kind === 'list' && Array.isArray(value)) return formatEntries(value, field.entry ?? {}, locale);
  if (field.kind === 'percent') return formatPercent(Number(value), { showZero: true });
  return formatPlain(value, locale);
}

function formatPlain(value: unknown, locale: Locale): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return onOff(locale, value);
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return value.join(punctuation[locale].and);
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/** Returns the form's definition of an entity field. */
function formField(entity: DocumentSource['entity'], name: string): Field | undefined {
  const fields: Fields | undefined = isKeyOf(settingRules, entity) ? settingRules[entity].fields : undefined;
  return fields?.[name];
}

/** Names by id. */
export type Names = ReadonlyMap<number, string>;

/** Log fields with ids that have no name field beside them. */
const logReferences: Readonly<Record<string, Field['refers']>> = { redirectId: 'redirect' };

/** Returns what the ids of a field refer to; undefined for fields without ids or with a name field. */
export const referencedBy = (entity: DocumentSource['entity'], name: string): Field['refers'] => {
  if (entity === 'log') return logReferences[name];
  if (name === 'productId') return 'product';
  const field = formField(entity, name);
  return field?.kind === 'refs' ? field.refers : undefined;
};

/**
 * Formats a field's value like the console; numbers, times and texts are unchanged.
 * @param names names of the ids in the value
 */
export function formatField(
  locale: Locale,
  entity: DocumentSource['entity'],
  name: string,
  value: unknown,
  names?: Names,
): Cell {
  if (value === null || value === undefined) return null;
  const own = formatters[`${entity}.${name}`];
  if (own) return own(value, locale);
  if (entity === 'log' && typeof value === 'boolean') return texts[locale].logs[value ? 'yes' : 'no'];
  if (name === 'status') return enumLabel(locale, Status, value);
  if (names)
    return [value]
      .flat()
      .map((id) => names.get(Number(id)) ?? `#${String(id)}`)
      .join(punctuation[locale].and);
  const field = formField(entity, name);
  return field ? formatValue(field, value, locale) : formatPlain(value, locale);
}
