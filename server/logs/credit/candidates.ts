import { UnrecordedReason } from '../../../shared/catalog';
import {
  DAY_MS,
  pathVisitors,
  type ContactToExplain,
  type ConversionToExplain,
} from '../../../shared/domain/journey';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import { select } from '../../db/statements';
import { oneOf } from '../../db/condition';
import type { Database } from '../../db/database';
import { withArchive } from '../../db/archive/with-archive';

/** Stored fields of a conversion that explain its credit. */
export interface StoredConversion {
  readonly id: number;
  readonly event_id: string;
  readonly product_id: number;
  readonly day: number;
  readonly time: number;
  readonly visitor_id: string;
  readonly user_id: string | null;
  readonly amount_sen: number;
  readonly tracking_term: number;
  readonly excluded_reason: string | null;
  readonly repeated: number;
  readonly previous_time: number | null;
}

/** A contact with the fields to display. */
export interface Candidate extends ContactToExplain {
  readonly device: number;
}

/** A click that was forwarded without a contact, because of its ad. */
export interface RejectedClick {
  readonly time: number;
  readonly adId: number | null;
  readonly reason: string;
}

/** All contacts that could be in a conversion's path. */
export interface Candidates {
  readonly conversion: Omit<ConversionToExplain, 'trackingTerm'>;
  readonly contacts: readonly Candidate[];
  readonly rejected: readonly RejectedClick[];
}

/** Maximum of a customer's visitors per statement. */
const MAX_VISITORS = 150;
/** Maximum of displayed contacts that are older than any window. */
const MAX_OLDER = 50;
/** Maximum of rejections to scan within the window, and of matches to display. */
const MAX_SCANNED = 20_000;
const MAX_REJECTED = 50;
/** Reason that version 0.1.0 stored instead of ad_outside_period. */
const OLD_REASON = 'out_of_period';

const CONVERSION_SQL =
  'SELECT id, event_id, product_id, day, time, visitor_id, user_id, amount_sen, tracking_term, excluded_reason, repeated, previous_time FROM conversion WHERE id = ?';

/** Reads the stored conversion. */
export async function storedConversion(db: Database, id: number): Promise<StoredConversion | undefined> {
  const [row] = await db.read<StoredConversion>(CONVERSION_SQL, [id]);
  return row;
}

/** Returns the customer's visitors with the time of each one's first conversion under the customer id. */
async function visitorsOf(
  db: Database,
  { product_id: productId, user_id: userId, visitor_id: own }: StoredConversion,
) {
  if (userId === null) return [{ visitorId: own, time: -Infinity }];
  const rows = await select<{ visitor_id: string; time: number }>(db)`SELECT visitor_id, MIN(time) AS time
    FROM conversion WHERE product_id = ${productId} AND user_id = ${userId} AND excluded_reason IS NULL
    GROUP BY visitor_id ORDER BY MIN(time) LIMIT ${MAX_VISITORS}`;
  return rows.map(({ visitor_id: visitorId, time }) => ({ visitorId, time: Number(time) }));
}

interface ContactRow {
  id: string;
  time: number;
  visitor_id: string;
  claimed_visitor_id: string;
  ad_id: number;
  device: number;
  performance_flag: number;
  counted: number;
  excluded_reason: string | null;
}

function uncountedOf({ counted, excluded_reason: reason }: ContactRow): Candidate['uncounted'] {
  if (reason !== null) return reason === 'bot' || reason === 'foreign_host' ? reason : 'excluded_ip';
  return counted ? null : 'repeated_landing';
}

const candidateOf = (row: ContactRow): Candidate => ({
  id: row.id,
  time: Number(row.time),
  adId: row.ad_id,
  performance: Boolean(row.performance_flag),
  visitorId: row.visitor_id,
  device: row.device,
  uncounted: uncountedOf(row),
});

/** Returns touches of the stored paths whose contacts were deleted from the log; they remain in the path. */
async function deletedTouches(
  db: Database,
  { product_id: productId, day, id, visitor_id: visitorId }: StoredConversion,
): Promise<Candidate[]> {
  const rows = await select<{
    interaction_id: string;
    ad_id: number;
    device: number;
    touched_at: number;
    performance: number;
  }>(db)`SELECT DISTINCT t.interaction_id, t.ad_id, t.device, t.touched_at,
    CASE WHEN t.interaction_id = e.performance_interaction_id THEN 1 ELSE 0 END AS performance
    FROM conversion_touch t JOIN conversion e ON e.id = t.conversion_id
    LEFT JOIN interaction i ON i.product_id = t.product_id AND i.id = t.interaction_id
    WHERE t.product_id = ${productId} AND t.day = ${day} AND t.conversion_id = ${id} AND t.pos > 0
    AND i.id IS NULL`;
  return rows.map((row) => ({
    id: row.interaction_id,
    time: Number(row.touched_at),
    adId: row.ad_id,
    performance: Boolean(row.performance),
    visitorId,
    device: row.device,
    uncounted: null,
  }));
}

const CONTACT_SQL = `SELECT id, time, visitor_id, claimed_visitor_id, ad_id, device, performance_flag, counted, excluded_reason FROM interaction e`;

/** Returns clicks of these visitors that were forwarded without a contact, from the stored rejected events. */
async function rejectedClicks(
  db: Database,
  productId: number,
  visitorIds: readonly string[],
  from: number,
  to: number,
): Promise<RejectedClick[]> {
  const reason = oneOf('reason', [...Object.values(UnrecordedReason), OLD_REASON]);
  const texts = visitorIds.map((id) => `%${id.replace(/[!%_]/g, '!$&')}%`);
  const rows = await db.read<{ stored_at: number; reason: string; text: string | null }>(
    `SELECT stored_at, reason, text FROM (
       SELECT stored_at, reason, text FROM bad_event WHERE product_id = ? AND stored_at BETWEEN ? AND ? AND ${reason.sql} ORDER BY stored_at DESC LIMIT ${MAX_SCANNED}
     ) r WHERE ${texts.map(() => "text LIKE ? ESCAPE '!'").join(' OR ')} ORDER BY stored_at`,
    [productId, from, to, ...reason.params, ...texts],
  );
  return rows
    .flatMap(({ stored_at: time, reason: why, text }): RejectedClick[] => {
      const event = parseEvent(text ?? '');
      // LIKE can match other visitors too.
      return visitorIds.some((id) => id === event.visitor_id)
        ? [{ time: Number(time), adId: adIn(event), reason: why }]
        : [];
    })
    .slice(-MAX_REJECTED);
}

/** Parses the stored text of a rejected click; empty unless it is an object. */
function parseEvent(text: string): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the ad that the click named, in a field or in the page's address. */
function adIn({ ad_id: field, url }: UnknownRecord): number | null {
  const [, inUrl] = /[?&]a_ad=(\d{1,9})(?!\d)/.exec(typeof url === 'string' ? url : '') ?? [];
  const named = Number(field ?? inUrl);
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}

/**
 * Reads all contacts that could be in a conversion's path, archived ones included. Contacts older than the window
 * are only those in the database.
 * @param windowDays the longest window to evaluate
 */
export async function readCandidates(
  db: Database,
  stored: StoredConversion,
  windowDays: number,
  withRejected: boolean,
): Promise<Candidates> {
  const { product_id: productId, time: at } = stored;
  const visitors = await visitorsOf(db, stored);
  const ids = [...new Set([stored.visitor_id, ...visitors.map(({ visitorId }) => visitorId)])];
  const from = at - windowDays * DAY_MS;
  const ofVisitors = oneOf('visitor_id', ids);
  const union = await withArchive(db, [productId], from, at);
  const [within, older, deleted] = await Promise.all([
    union.read<ContactRow>(
      `${CONTACT_SQL} WHERE product_id = ? AND ${ofVisitors.sql} AND time BETWEEN ? AND ?`,
      [productId, ...ofVisitors.params, from, at],
    ),
    db.read<ContactRow>(
      `${CONTACT_SQL} WHERE product_id = ? AND ${ofVisitors.sql} AND time < ? ORDER BY time DESC LIMIT ${MAX_OLDER}`,
      [productId, ...ofVisitors.params, from],
    ),
    deletedTouches(db, stored),
  ]);
  const rows = [...within, ...older];
  const known = new Set(rows.map(({ id }) => id));
  // The tracker knew them under other ids before their landings were reassigned.
  const names = [...new Set([...ids, ...rows.map((row) => row.claimed_visitor_id)])].slice(0, MAX_VISITORS);
  return {
    conversion: {
      time: at,
      visitors: pathVisitors({ visitorId: stored.visitor_id, time: at }, visitors),
      previousLastTime: stored.repeated ? stored.previous_time : null,
      excluded: stored.excluded_reason !== null,
    },
    contacts: [...rows.map(candidateOf), ...deleted.filter(({ id }) => !known.has(id))],
    rejected: withRejected ? await rejectedClicks(db, productId, names, from, at) : [],
  };
}
