import { ExcludedReason, SendWhen, SentValue } from '../../../shared/catalog';
import {
  decideSend,
  isPlatformKey,
  platforms,
  type HashName,
  type Platform,
  type PlatformKey,
  type SentConversion,
} from '../../../shared/catalog/platforms';
import { ApprovalStatus } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { select } from '../../db/statements';
import { groupBy } from '../../platform/group-by';

type Reader = Pick<Tx, 'query'>;

/** A sender as its table stores it. */
export interface SenderRow {
  readonly id: number;
  readonly product_id: number;
  readonly platform: string;
  readonly name: string;
  readonly credentials: string;
  readonly sealed_credentials: string | null;
  readonly send_when: number;
  readonly value_kind: number;
  readonly value_fixed_sen: number | null;
  readonly consent_required: number;
  readonly test_mode: number;
  readonly status: number;
  readonly base_url: string | null;
  readonly version: number;
}

/** A sender with its platform. */
export interface Sender extends SenderRow {
  readonly platform: PlatformKey;
  readonly target: Platform;
}

/** Reads senders by id; those of a platform that is no more are missing. */
export async function readSenders(tx: Reader, ids: Iterable<number>): Promise<Map<number, Sender>> {
  const rows = await select<SenderRow>(
    tx,
  )`SELECT id, product_id, platform, name, credentials, sealed_credentials,
    send_when, value_kind, value_fixed_sen, consent_required, test_mode, status, base_url, version
    FROM conversion_sender WHERE id IN ${ids}`;
  return new Map(
    rows.flatMap((row): [number, Sender][] => {
      const { platform } = row;
      return isPlatformKey(platform) ? [[row.id, { ...row, platform, target: platforms[platform] }]] : [];
    }),
  );
}

/** An entry of the ledger. */
export interface SendRow {
  readonly id: string;
  readonly sender_id: number;
  readonly conversion_id: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly transaction_id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly retraction: string | null;
  readonly batch_id: string | null;
}

export const SEND_COLUMNS =
  'id, sender_id, conversion_id, event_id, cv_setting_id, transaction_id, state, reason, retraction, batch_id';

interface ConversionRow {
  readonly id: number;
  readonly time: number | string;
  readonly amount_sen: number;
  readonly amended_sen: number | null;
  readonly cancelled: number;
  readonly excluded_reason: string | null;
  readonly url: string | null;
  readonly ip: string | null;
  readonly ua: string | null;
}

interface MatchRow {
  readonly cv_setting_id: number;
  readonly event_id: string;
  readonly consent: string | null;
  readonly hashed_email: string | null;
  readonly hashed_phone: string | null;
  readonly hashed_phone_digits: string | null;
  readonly fbp: string | null;
  readonly ly_su: string | null;
  readonly ly_r: string | null;
  readonly click_ids: string | null;
}

interface TouchRow {
  readonly conversion_id: number;
  readonly pos: number;
  readonly time: number | string;
  readonly click_ids: string;
}

interface ResultRow {
  readonly conversion_id: number;
  readonly approval_status: number;
  readonly cv_cost_sen: number;
}

/** Why a conversion is not to be known to a platform, or not any more. */
export type Withdrawal = 'cancelled' | 'duplicate' | 'rejected' | 'not_approved' | 'erased';

/** A conversion of the ledger as its platform would get it. */
export interface ReadSend {
  readonly conversion: SentConversion;
  /** Null: it is to be sent. */
  readonly withdrawn: Withdrawal | null;
}

const idsIn = (json: string | null): Record<string, string> => (json === null ? {} : JSON.parse(json));

/** Selects a platform's click ids; null without any. */
function clickIdsOf(platform: Platform, json: string | null): Record<string, string> | null {
  const known = idsIn(json);
  const names = platform.clickIds.filter((name) => known[name]);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, known[name] ?? '']));
}

function withdrawalOf(
  { cancelled, excluded_reason: excluded }: ConversionRow,
  results: readonly ResultRow[],
  sendWhen: number,
): Withdrawal | null {
  if (excluded === ExcludedReason.DUPLICATE_ORDER) return 'duplicate';
  if (excluded !== null || Number(cancelled) === 1) return 'cancelled';
  const states = new Set(results.map(({ approval_status: status }) => status));
  if (states.size === 1 && states.has(ApprovalStatus.REJECTED)) return 'rejected';
  return sendWhen === SendWhen.APPROVAL && !states.has(ApprovalStatus.APPROVED) ? 'not_approved' : null;
}

/** Returns the value in yen: money is whole sen until here. */
function valueOf(sender: SenderRow, row: ConversionRow, results: readonly ResultRow[]): number {
  if (sender.value_kind === SentValue.FIXED) return (sender.value_fixed_sen ?? 0) / 100;
  const amount = row.amended_sen ?? row.amount_sen;
  if (sender.value_kind !== SentValue.AMOUNT_LESS_COST) return amount / 100;
  const costs = results
    .filter(({ approval_status: status }) => status !== ApprovalStatus.REJECTED)
    .reduce((sum, { cv_cost_sen: cost }) => sum + cost, 0);
  return Math.max(0, amount - costs) / 100;
}

const hashesOf = (match: MatchRow | undefined): SentConversion['hashes'] =>
  Object.fromEntries(
    (['hashed_email', 'hashed_phone', 'hashed_phone_digits'] satisfies HashName[]).flatMap((name) => {
      const value = match?.[name];
      return value ? [[name, value]] : [];
    }),
  );

/** Reads conversions of the ledger of one sender as they are now, by the id of their entry. */
export async function readSends(
  tx: Reader,
  sender: Sender,
  rows: readonly Pick<SendRow, 'id' | 'conversion_id' | 'event_id' | 'cv_setting_id' | 'transaction_id'>[],
): Promise<Map<string, ReadSend>> {
  const { target, product_id: productId } = sender;
  const ids = rows.map(({ conversion_id: id }) => id);
  const conversions = new Map(
    (
      await select<ConversionRow>(
        tx,
      )`SELECT id, time, amount_sen, amended_sen, cancelled, excluded_reason, url,
        ip, ua FROM conversion WHERE id IN ${ids}`
    ).map((row) => [row.id, row]),
  );
  const matches = new Map<string, MatchRow>();
  for (const [cvSettingId, group] of groupBy(rows, (row) => row.cv_setting_id))
    for (const row of await select<MatchRow>(tx)`SELECT cv_setting_id, event_id, consent, hashed_email,
      hashed_phone, hashed_phone_digits, fbp, ly_su, ly_r, click_ids FROM conversion_match
      WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}
      AND event_id IN ${group.map(({ event_id: id }) => id)}`)
      matches.set(`${cvSettingId}:${row.event_id}`, row);
  // Class 2 is the path since the previous conversion; the others are whole paths.
  const touches = groupBy(
    await select<TouchRow>(tx)`SELECT t.conversion_id, t.pos, i.time, i.click_ids FROM conversion_touch t
      JOIN interaction i ON i.product_id = t.product_id AND i.id = t.interaction_id
      WHERE t.conversion_id IN ${ids} AND t.class IN (1, 3) AND i.click_ids IS NOT NULL`,
    (touch) => touch.conversion_id,
  );
  const results = groupBy(
    await select<ResultRow>(tx)`SELECT conversion_id, approval_status, cv_cost_sen FROM result
      WHERE conversion_id IN ${ids}`,
    (result) => result.conversion_id,
  );
  const read = new Map<string, ReadSend>();
  for (const row of rows) {
    const stored = conversions.get(row.conversion_id);
    if (!stored) continue;
    const match = matches.get(`${row.cv_setting_id}:${row.event_id}`);
    const own = results.get(row.conversion_id) ?? [];
    const newest = (touches.get(row.conversion_id) ?? [])
      .sort((a, b) => b.pos - a.pos)
      .map((touch) => ({ ids: clickIdsOf(target, touch.click_ids), time: Number(touch.time) }))
      .find((touch) => touch.ids !== null);
    const clicked = newest ?? {
      ids: clickIdsOf(target, match?.click_ids ?? null),
      time: Number(stored.time),
    };
    read.set(row.id, {
      conversion: {
        transactionId: row.transaction_id,
        time: Number(stored.time),
        value: valueOf(sender, stored, own),
        consent: match?.consent === 'granted',
        url: stored.url,
        ip: stored.ip,
        userAgent: stored.ua,
        clickIds: clicked.ids ?? {},
        clickTime: clicked.ids ? clicked.time : null,
        hashes: hashesOf(match),
        fbp: match?.fbp ?? null,
        lySu: match?.ly_su ?? null,
        lyR: match?.ly_r ?? null,
      },
      withdrawn: withdrawalOf(stored, own, sender.send_when),
    });
  }
  return read;
}

/** State of a conversion that was not sent yet, with its reason. */
export interface Judged {
  readonly state: 'no_consent' | 'no_key' | 'too_old' | 'waiting' | 'refused';
  readonly reason: string | null;
}

/** Decides whether a conversion may be sent now. */
export function judge(sender: Sender, read: ReadSend | undefined, now: number): Judged {
  if (!read) return { state: 'refused', reason: 'erased' };
  if (read.withdrawn !== null) return { state: 'refused', reason: read.withdrawn };
  const consentRequired = Number(sender.consent_required) === 1;
  return decideSend(sender.target, read.conversion, { consentRequired, now });
}
