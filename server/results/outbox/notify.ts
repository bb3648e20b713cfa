import { ResultMethod } from '../../../shared/catalog';
import { formatDateTime } from '../../../shared/domain/calendar';
import { renderUrl, statusWord, Untold, type ApprovalStatus, type TemplateValues } from '../../../shared/domain/results';
import { insertRows, placeholders, type Tx } from '../../db/database';
import { newEventId } from '../../event-id';
import { chunksOf, KEYS, selectIn } from '../../journeys';
import { hostOf } from './host-of';
import { settingsInForce, type SettingsInForce } from '../settings-in-force';

/** What templates are rendered from: a row of `result`. */
export interface TellableResult {
  readonly id: string;
  readonly conversion_id: number;
  readonly event_id: string;
  readonly cv_time: number;
  readonly ad_id: number;
  readonly asp_id: number;
  readonly result_method: number;
  readonly xclid: string | null;
  readonly ses: string | null;
  readonly key1: string | null;
  readonly key2: string | null;
  readonly key3: string | null;
  /** Set when nobody can be told of it any more. */
  readonly erased_at: number | null;
}

/** The columns of TellableResult. */
export const TELLABLE_COLUMNS = ['id', 'conversion_id', 'event_id', 'cv_time', 'ad_id', 'asp_id', 'result_method', 'xclid', 'ses', 'key1', 'key2', 'key3', 'erased_at'] as const;

interface ConversionValues {
  readonly id: number;
  readonly user_id: string | null;
  readonly amount_sen: number;
  readonly args: string | null;
  readonly other_key1: string | null;
  readonly other_key2: string | null;
  readonly other_key3: string | null;
}

/** What the conversions of results say in templates, by their ids. */
export async function conversionValues(tx: Pick<Tx, 'query'>, results: readonly TellableResult[]): Promise<ReadonlyMap<number, ConversionValues>> {
  const values = new Map<number, ConversionValues>();
  for (const chunk of chunksOf([...new Set(results.map((result) => result.conversion_id))], KEYS)) {
    const sql = `SELECT id, user_id, amount_sen, args, other_key1, other_key2, other_key3 FROM conversion WHERE id IN (${placeholders(chunk)})`;
    for (const row of await tx.query<ConversionValues>(sql, chunk)) values.set(row.id, row);
  }
  return values;
}

/** The values of a result's templates in a state. Written out: spreads of many fields take the engine many times as long. */
export function templateValues(
  result: TellableResult,
  conversion: ConversionValues | undefined,
  status: ApprovalStatus,
  { words }: SettingsInForce,
): TemplateValues {
  return {
    xclid: result.xclid,
    ses: result.ses,
    key1: result.key1,
    key2: result.key2,
    key3: result.key3,
    ad_id: result.ad_id,
    result_id: result.id,
    conversion_id: result.event_id,
    cv_time: formatDateTime(result.cv_time),
    args: conversion?.args ?? null,
    user_id: conversion?.user_id ?? null,
    other_key1: conversion?.other_key1 ?? null,
    other_key2: conversion?.other_key2 ?? null,
    other_key3: conversion?.other_key3 ?? null,
    amount: conversion ? conversion.amount_sen / 100 : null,
    status: statusWord(words[status], status),
  };
}

/** A result and the state that it has from now on. */
export interface Telling {
  readonly result: TellableResult;
  readonly status: ApprovalStatus;
}

/** What becomes of the telling of a change: its notification, or why there is none. */
export type Notice = { readonly postbackId: string; readonly untold: null } | { readonly postbackId: null; readonly untold: Untold };

/** When and why a notification is written. */
export interface NotifyOptions {
  /** `created`: the result was made; `changed`: its state is another. */
  readonly kind: 'created' | 'changed';
  readonly now: number;
  /** When it may be sent: now, or when the change can't be undone any more. */
  readonly dueAt: number;
}

const COLUMNS = ['id', 'product_id', 'asp_id', 'ad_id', 'result_id', 'kind', 'approval_status', 'url', 'host', 'created_at', 'due_at'] as const;

/** The template by which a result of a method is told of, or why it is not. */
export function wayOf(method: number, settings: SettingsInForce | undefined): { url: string; settings: SettingsInForce } | Untold {
  if (method === ResultMethod.CV_TAG) return Untold.CV_TAG;
  if (method !== ResultMethod.WEBHOOK_URL) return Untold.NO_METHOD;
  return settings?.webhookUrl ? { url: settings.webhookUrl, settings } : Untold.NO_URL;
}

/**
 * Writes the notifications of changes of state, in the transaction that changes them: rendered now, from the settings of
 * now, by the method that was chosen when the result was made. Sending is not its business.
 *
 * @returns for each what becomes of it, in the order given.
 */
export async function notify(tx: Tx, productId: number, tellings: readonly Telling[], { kind, now, dueAt }: NotifyOptions): Promise<Notice[]> {
  const inForce = await settingsInForce(tx, tellings.map(({ result }) => result.ad_id), tellings.map(({ result }) => result.asp_id));
  const planned = tellings.map(({ result, status }) => ({ result, status, template: result.erased_at === null ? wayOf(result.result_method, inForce(result.ad_id, result.asp_id)) : Untold.ERASED }));
  const conversions = await conversionValues(tx, planned.flatMap(({ result, template }) => (typeof template === 'string' ? [] : [result])));
  const rows: (string | number | null)[][] = [];
  const notices = planned.map(({ result, status, template }): Notice => {
    if (typeof template === 'string') return { postbackId: null, untold: template };
    const url = renderUrl(template.url, templateValues(result, conversions.get(result.conversion_id), status, template.settings));
    const id = newEventId(now);
    rows.push([id, productId, result.asp_id, result.ad_id, result.id, kind, status, url, hostOf(url), now, dueAt]);
    return { postbackId: id, untold: null };
  });
  await insertRows(tx, 'postback', COLUMNS, rows);
  return notices;
}

/** Takes back notifications that nobody has tried to send yet. @returns the ids of those taken back */
export async function withdraw(tx: Tx, postbackIds: readonly string[]): Promise<Set<string>> {
  const lock = tx.locks ? 'FOR UPDATE' : '';
  const rows = await selectIn<{ id: string; attempts: number; owner: string | null }>(tx, 'SELECT id, attempts, owner FROM postback WHERE id IN', [], [...postbackIds].sort(), lock);
  const unsent = rows.filter(({ attempts, owner }) => attempts === 0 && owner === null).map(({ id }) => id);
  for (const chunk of chunksOf(unsent)) await tx.execute(`DELETE FROM postback WHERE id IN (${placeholders(chunk)})`, chunk);
  return new Set(unsent);
}
