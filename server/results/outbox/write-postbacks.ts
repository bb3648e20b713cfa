import { formatDateTime } from '../../../shared/domain/calendar';
import {
  statusWord,
  NoPostbackReason,
  compileUrl,
  type Placeholder,
  type TemplateValues,
  type ApprovalStatus,
  type CompiledTemplate,
} from '../../../shared/domain/results';
import { ResultMethod } from '../../../shared/catalog';
import { placeholders, insertRows, type Tx } from '../../db/database';
import { chunksOf, execute, MAX_KEYS, select, sql } from '../../db/statements';
import { newEventId } from '../../platform/event-id';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { readEffectiveSettings, type EffectiveSettings } from '../effective-settings';

const MAX_CACHED = 200;
const MAX_LENGTH = 255;
const cache = new Map<string, string>();

/**
 * Returns the host of a postback URL with its port; empty if the URL is invalid. Cached, because many
 * postbacks share a host.
 */
export function hostOf(url: string): string {
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(url) ?? [];
  let host = cache.get(origin);
  if (host === undefined) {
    if (!URL.canParse(origin)) return URL.canParse(url) ? new URL(url).host.slice(0, MAX_LENGTH) : '';
    host = new URL(origin).host.slice(0, MAX_LENGTH);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(origin, host);
  }
  return host;
}

/** Placeholders filled from the result; the status word comes from the ad network. */
type ResultPlaceholder = Exclude<Placeholder, 'status'>;

/** Columns of the placeholders in the result `e` or its conversion `c`. */
const VALUE_COLUMNS: Readonly<Record<ResultPlaceholder, string>> = {
  xclid: 'e.xclid',
  ses: 'e.ses',
  key1: 'e.key1',
  key2: 'e.key2',
  key3: 'e.key3',
  ad_id: 'e.ad_id',
  result_id: 'e.id',
  conversion_id: 'e.event_id',
  cv_time: 'e.cv_time',
  args: 'c.args',
  user_id: 'c.user_id',
  other_key1: 'c.other_key1',
  other_key2: 'c.other_key2',
  other_key3: 'c.other_key3',
  amount: 'c.amount_sen',
};

export const isOfResult = (name: Placeholder): name is ResultPlaceholder => name !== 'status';

type Row = TemplateValues & { readonly result_key: string };

/**
 * Formats values for templates: times as in the console, amounts in yen. Works in place, because copying many
 * rows takes longer than reading them.
 */
function formatValues(row: Row): TemplateValues {
  if (row.cv_time !== undefined) row.cv_time = formatDateTime(Number(row.cv_time));
  if (row.amount != null) row.amount = Number(row.amount) / 100;
  return row;
}

/**
 * Reads the template values of results by id; callers own the objects.
 * @param names placeholders to read; reading all takes twice as long
 */
export async function templateValues(
  tx: Pick<Tx, 'query'>,
  resultIds: readonly string[],
  names: Iterable<ResultPlaceholder>,
): Promise<Map<string, TemplateValues>> {
  const requested = [...new Set(names)].sort();
  const columns = requested.map((name) => `, ${VALUE_COLUMNS[name]} AS ${name}`).join('');
  const conversions = requested.some((name) => VALUE_COLUMNS[name].startsWith('c.'))
    ? 'LEFT JOIN conversion c ON c.id = e.conversion_id'
    : '';
  const values = new Map<string, TemplateValues>();
  for (const chunk of chunksOf(resultIds, MAX_KEYS)) {
    const sql = `SELECT e.id AS result_key${columns} FROM result e ${conversions} WHERE e.id IN (${placeholders(chunk)})`;
    for (const row of await tx.query<Row>(sql, chunk)) values.set(row.result_key, formatValues(row));
  }
  return values;
}

/** Columns of a result that decide whether and how a postback is sent. */
export interface PostbackSource {
  readonly id: string;
  readonly ad_id: number;
  readonly asp_id: number;
  readonly result_method: number;
  /** Set if the result was erased and can send no postbacks. */
  readonly erased_at: number | null;
}

/** The columns of PostbackSource. */
export const POSTBACK_SOURCE_COLUMNS = ['id', 'ad_id', 'asp_id', 'result_method', 'erased_at'] as const;

/** A result and its new status. */
export interface PostbackRequest {
  readonly result: PostbackSource;
  readonly status: ApprovalStatus;
}

/** Postback of a change, or the reason why there is none. */
export type Notice =
  | { readonly postbackId: string; readonly untold: null }
  | { readonly postbackId: null; readonly untold: NoPostbackReason };

/** Kind and timing of a postback. */
interface NotifyOptions {
  /** `created` for a new result; `changed` for a change of status. */
  readonly kind: 'created' | 'changed';
  readonly now: number;
  /** When it may be sent: now, or at the end of the undo time. */
  readonly dueAt: number;
}

const COLUMNS = ['id', 'asp_id', 'ad_id', 'result_id', 'approval_status', 'url', 'host'] as const;

/** Returns the URL template of a result's postback, or the reason why there is none. */
export function postbackTemplate(
  method: number,
  settings: EffectiveSettings | undefined,
): { url: string; settings: EffectiveSettings } | NoPostbackReason {
  if (method === ResultMethod.CV_TAG) return NoPostbackReason.CV_TAG;
  if (method !== ResultMethod.WEBHOOK_URL) return NoPostbackReason.NO_METHOD;
  return settings?.webhookUrl ? { url: settings.webhookUrl, settings } : NoPostbackReason.NO_URL;
}

/** Returns sorted ids for postbacks of one instant. Inserting rows in key order takes half the time. */
const idsOf = (count: number, now: number): string[] =>
  Array.from({ length: count }, () => newEventId(now)).sort();

/** Change with a postback to write. */
interface WebhookRequest extends PostbackRequest {
  readonly parts: CompiledTemplate;
  readonly word: string;
}

/**
 * Writes the postbacks of status changes in the same transaction. URLs are rendered now with the current
 * settings, by the method chosen when the result was created. The queue sends them later.
 * @returns a notice for each change, in the given order
 */
export async function writePostbacks(
  tx: Tx,
  productId: number,
  requests: readonly PostbackRequest[],
  { kind, now, dueAt }: NotifyOptions,
): Promise<Notice[]> {
  const inForce = await readEffectiveSettings(
    tx,
    requests.map(({ result }) => result.ad_id),
    requests.map(({ result }) => result.asp_id),
  );
  const parsedTemplates = new Map<string, CompiledTemplate>();
  const toSend: WebhookRequest[] = [];
  const reasons = requests.map(({ result, status }): NoPostbackReason | null => {
    const template =
      result.erased_at === null
        ? postbackTemplate(result.result_method, inForce(result.ad_id, result.asp_id))
        : NoPostbackReason.ERASED;
    if (typeof template === 'string') return template;
    const parts = parsedTemplates.get(template.url) ?? compileUrl(template.url);
    parsedTemplates.set(template.url, parts);
    toSend.push({ result, status, parts, word: statusWord(template.settings.words[status], status) });
    return null;
  });
  const names = [...parsedTemplates.values()].flatMap((parts) => parts.names.filter(isOfResult));
  // A result is created once, also if its conversion is stored again after a loss of the database.
  const ids = kind === 'created' ? toSend.map(({ result }) => result.id) : idsOf(toSend.length, now);
  const yieldToTraffic = createTrafficYield();
  let place = 0;
  for (const part of chunksOf(toSend, MAX_KEYS)) {
    const values = await templateValues(
      tx,
      part.map(({ result }) => result.id),
      names,
    );
    const rows = part.map(({ result, status, parts, word }) => {
      const own = values.get(result.id) ?? {};
      own.status = word;
      const url = parts.render(own);
      return [ids[place++] ?? '', result.asp_id, result.ad_id, result.id, status, url, hostOf(url)];
    });
    await insertRows(tx, 'postback', COLUMNS, rows, {
      product_id: productId,
      kind,
      created_at: now,
      due_at: dueAt,
    });
    await yieldToTraffic();
  }
  const sent = ids.values();
  return reasons.map((reason): Notice =>
    reason === null
      ? { postbackId: sent.next().value ?? '', untold: null }
      : { postbackId: null, untold: reason },
  );
}

/** Withdraws postbacks that were not tried yet. @returns the ids of the withdrawn ones */
export async function withdrawPostbacks(tx: Tx, postbackIds: readonly string[]): Promise<Set<string>> {
  const lock = tx.needsLocks ? 'FOR UPDATE' : '';
  const rows = await select<{ id: string; attempts: number; owner: string | null }>(tx)`SELECT id, attempts,
    owner FROM postback WHERE id IN ${[...postbackIds].sort()} ${sql(lock)}`;
  const unsent = rows.filter(({ attempts, owner }) => attempts === 0 && owner === null).map(({ id }) => id);
  await execute(tx)`DELETE FROM postback WHERE id IN ${unsent}`;
  return new Set(unsent);
}
