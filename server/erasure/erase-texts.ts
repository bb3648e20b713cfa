import { z } from 'zod';
import { isRecord } from '../../shared/records';
import { NoPostbackReason } from '../../shared/domain/results';
import type { Tx } from '../db/database';
import { execute, select, sql } from '../db/statements';
import type { Persons } from './subject';

/** Shorter ids occur in any text, so they match only as the whole value of a field. */
const MIN_LENGTH = 5;

const asLiteral = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isPart = (id: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${asLiteral(id)}(?![\\p{L}\\p{N}_])`, 'u');

/** Yields every text within a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  else if (isRecord(value)) for (const each of Object.values(value)) yield* textsIn(each);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Spellings of an id within a text: plain, in a URL, and in JSON. */
const spellings = (id: string): string[] => [
  ...new Set([id, encodeURIComponent(id), JSON.stringify(id).slice(1, -1)]),
];

/** Returns a predicate that tests if a stored text names one of the persons. */
export function mentionsOf({ users, visitors }: Persons): (text: string | null) => boolean {
  const ids = new Set([...users, ...visitors]);
  const parts = [...ids]
    .filter((id) => id.length >= MIN_LENGTH)
    .flatMap(spellings)
    .map(isPart);
  return (text) => {
    if (!text) return false;
    if (parts.some((part) => part.test(text))) return true;
    for (const one of textsIn(parsed(text))) if (ids.has(one)) return true;
    return false;
  };
}

/** Position of a scan: the instant, and the last row id within it. */
export const scanPosition = z.object({ at: z.number(), id: z.number() });
export type ScanPosition = Readonly<z.output<typeof scanPosition>>;
export const FROM_THE_START: ScanPosition = { at: -1, id: -1 };

/** Result of one part of a scan; `next` is null at the end. */
interface ScanResult {
  readonly next: ScanPosition | null;
  readonly count: number;
}

interface RejectedEventRow {
  readonly id: number;
  readonly stored_at: number;
  readonly text: string | null;
}

/** Erases the text of rejected events that name the person; their reason stays. */
export async function eraseRejectedEvents(
  tx: Tx,
  productId: number,
  mentions: (text: string | null) => boolean,
  from: ScanPosition,
  most: number,
): Promise<ScanResult> {
  const rows = await select<RejectedEventRow>(tx)`SELECT id, stored_at, text FROM bad_event
    WHERE product_id = ${productId} AND stored_at >= ${from.at} AND (stored_at > ${from.at}
    OR id > ${from.id}) ORDER BY stored_at, id LIMIT ${most}`;
  const matches = rows.filter(({ text }) => mentions(text));
  for (const { id } of matches)
    await tx.execute('UPDATE bad_event SET text = NULL, ip = NULL WHERE id = ?', [id]);
  const last = rows.at(-1);
  return {
    next: last && rows.length >= most ? { at: Number(last.stored_at), id: last.id } : null,
    count: matches.length,
  };
}

/** Deletes the waiting conversions that name the person. */
export async function eraseWaitingEvents(
  tx: Tx,
  productId: number,
  mentions: (text: string | null) => boolean,
): Promise<void> {
  const rows = await tx.query<{ id: number; event: string | null }>(
    'SELECT id, event FROM waiting_event WHERE product_id = ?',
    [productId],
  );
  const ids = rows.filter(({ event }) => mentions(event)).map(({ id }) => id);
  await execute(tx)`DELETE FROM waiting_event WHERE id IN ${ids}`;
}

interface ChangeRow {
  readonly id: number;
  readonly at: number;
  readonly label: string;
  readonly field: string | null;
  readonly before_value: string | null;
  readonly after_value: string | null;
}

const ERASED = '"[erased]"';

/** Erases labels and values of audit entries that name the person; user, action and time stay. */
export async function eraseAudit(
  tx: Tx,
  companyId: number,
  mentions: (text: string | null) => boolean,
  from: ScanPosition,
  most: number,
): Promise<ScanResult> {
  const logs = await select<{ id: number; at: number }>(tx)`SELECT id, at FROM audit_log
    WHERE company_id = ${companyId} AND at >= ${from.at} AND (at > ${from.at} OR id > ${from.id})
    ORDER BY at, id LIMIT ${most}`;
  const last = logs.at(-1);
  if (!last) return { next: null, count: 0 };
  const ids = logs.map(({ id }) => id);
  const rows = await select<ChangeRow>(tx)`SELECT l.id, l.at, l.label, c.field, c.before_value, c.after_value
    FROM audit_log l LEFT JOIN audit_change c ON c.audit_id = l.id WHERE l.id IN ${ids}`;
  const touched = new Set<number>();
  for (const { id, label, field, before_value: before, after_value: after } of rows) {
    if (mentions(label)) {
      await tx.execute("UPDATE audit_log SET label = '[erased]' WHERE id = ?", [id]);
      touched.add(id);
    }
    for (const [column, value] of [
      ['before_value', before],
      ['after_value', after],
    ] as const) {
      if (!mentions(value)) continue;
      await execute(tx)`UPDATE audit_change SET ${sql(column)} = ${ERASED} WHERE audit_id = ${id}
        AND field = ${field}`;
      touched.add(id);
    }
  }
  return { next: logs.length >= most ? { at: Number(last.at), id: last.id } : null, count: touched.size };
}

/** Reason of a pending postback that an erasure withdraws. */
export const WITHDRAWN = NoPostbackReason.ERASED;

const originOf = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}/` : '');

/**
 * Erases personal data from the postbacks of results, including sent ones and their attempts. Pending
 * postbacks are withdrawn: without the click id they tell the ad network nothing.
 */
export async function erasePostbacks(tx: Tx, resultIds: readonly string[]): Promise<void> {
  const rows = await select<{ id: string; url: string }>(tx)`SELECT id, url FROM postback
    WHERE result_id IN ${resultIds}`;
  for (const { id, url } of rows) {
    await execute(tx)`UPDATE postback
      SET url = ${originOf(url)}, result_status = CASE WHEN due_at IS NULL THEN result_status ELSE 0 END,
      reason = CASE WHEN due_at IS NULL THEN reason ELSE ${WITHDRAWN} END, due_at = NULL, owner = NULL
      WHERE id = ${id}`;
  }
  const attempts = await select<{ id: number; url: string }>(tx)`SELECT id, url FROM postback_attempt
    WHERE postback_id IN ${rows.map(({ id }) => id)}`;
  for (const { id, url } of attempts) {
    await execute(tx)`UPDATE postback_attempt
      SET url = ${originOf(url)}, request_headers = NULL, error_detail = NULL, answer = NULL
      WHERE id = ${id}`;
  }
}

/** True while a postback of these results is being sent; its log entry would store personal data again. */
export async function isSending(
  tx: Pick<Tx, 'query'>,
  resultIds: readonly string[],
  now: number,
): Promise<boolean> {
  const rows = await select(tx)`SELECT id FROM postback
    WHERE owner IS NOT NULL AND due_at > ${now} AND result_id IN ${resultIds} LIMIT 1`;
  return rows.length > 0;
}
