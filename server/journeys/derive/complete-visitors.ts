import { dayOf, monthOf, type Day } from '../../../shared/domain/calendar';
import { insertRows, type Tx } from '../../db/database';
import { execute, select, sql } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { CLICK_KEY_OF } from '../ingest/click-keys';
import type { StaleMarks } from '../stale';
import type { ConversionRow, NewConversionRow } from './histories';

/** Relation of a conversion to the one that acquired its customer: the customer's first LAST conversion. */
export interface Acquisition<R extends NewConversionRow> {
  /** The acquiring conversion of a later LAST conversion, else null. */
  readonly by: R | null;
  /** For the acquiring conversion: Tokyo days of the customer's later ones. */
  readonly laterDays: readonly Day[];
}

/** For excluded and MIDDLE conversions. */
export const NO_ACQUISITION: Acquisition<never> = { by: null, laterDays: [] };

const COLUMNS = [
  'product_id',
  'day',
  'conversion_id',
  'acquired_by',
  'acquired_day',
  'first_of_month',
  'amount_sen',
] as const;

/** A row of `later_conversion`. */
type LaterConversion = Record<(typeof COLUMNS)[number], number>;

type Known = Pick<NewConversionRow, 'id' | 'day' | 'amount_sen'>;

interface Due {
  readonly row: ConversionRow;
  readonly facts: Pick<NewConversionRow, 'previous_time'>;
  readonly acquisition: Acquisition<ConversionRow>;
}

/**
 * Builds the row of a customer's later LAST conversion: the acquiring conversion, its day, and if this one is
 * the customer's first in its month, for counts of customers. Both conversions must have ids.
 *
 * @param previousTime time of the customer's previous LAST conversion
 */
export function laterConversion(
  productId: number,
  row: Known,
  previousTime: number | null,
  acquiring: Known,
): LaterConversion {
  return {
    product_id: productId,
    day: row.day,
    conversion_id: row.id ?? 0,
    acquired_by: acquiring.id ?? 0,
    acquired_day: acquiring.day,
    first_of_month: previousTime !== null && monthOf(dayOf(previousTime)) === monthOf(row.day) ? 0 : 1,
    amount_sen: row.amount_sen,
  };
}

/** Stores new rows. */
export async function insertLaterConversions(tx: Tx, rows: readonly LaterConversion[]): Promise<void> {
  await insertRows(tx, 'later_conversion', COLUMNS, rows);
}

/**
 * Writes the rows of later conversions that differ.
 * @returns the conversions whose row differed
 */
export async function writeLaterConversions<D extends Due>(
  tx: Tx,
  productId: number,
  due: readonly D[],
): Promise<D[]> {
  // Most customers buy once and need no read.
  const candidates = due.filter(({ row, acquisition }) => row.repeated === 1 || acquisition.by !== null);
  const stored = new Map(
    (
      await select<LaterConversion>(tx)`SELECT ${sql(COLUMNS.join(', '))} FROM later_conversion
        WHERE conversion_id IN ${candidates.map(({ row }) => row.id)}`
    ).map((row) => [row.conversion_id, row] as const),
  );
  const dueRows = new Map<number, LaterConversion>();
  for (const {
    row,
    facts,
    acquisition: { by },
  } of candidates)
    if (by) dueRows.set(row.id, laterConversion(productId, row, facts.previous_time, by));
  const changed = candidates.filter(({ row: { id } }) => {
    const [is, should] = [stored.get(id), dueRows.get(id)];
    return is && should ? COLUMNS.some((column) => is[column] !== should[column]) : is !== should;
  });
  await execute(tx)`DELETE FROM later_conversion
    WHERE conversion_id IN ${changed.filter(({ row }) => stored.has(row.id)).map(({ row }) => row.id)}`;
  await insertLaterConversions(
    tx,
    changed.flatMap(({ row }) => dueRows.get(row.id) ?? []),
  );
  return changed;
}

const EVENT_TABLES = ['interaction', 'access', 'conversion'] as const;

/** Counts the stored events of each visitor, using indexes only. */
export async function countEvents(
  tx: Pick<Tx, 'query'>,
  productId: number,
  visitorIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of EVENT_TABLES) {
    for (const { visitor_id, n } of await select<{ visitor_id: string; n: number }>(tx)`SELECT visitor_id,
      COUNT(*) AS n FROM ${sql(table)} WHERE product_id = ${productId} AND visitor_id IN ${visitorIds}
      GROUP BY visitor_id`) {
      counts.set(visitor_id, (counts.get(visitor_id) ?? 0) + Number(n));
    }
  }
  return counts;
}

/**
 * Returns the visitors with unfinished hand-overs: another visitor's landing carries one of their
 * interactions, or their landing carries another visitor's interaction.
 * @param owners interactions of the visitors -> visitor
 */
async function unfinishedHandOvers(
  tx: Tx,
  productId: number,
  visitorIds: Iterable<string>,
  owners: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const visitors = new Set<string>();
  for (const { interaction_ref, visitor_id } of await select<RefRow>(tx)`SELECT interaction_ref, visitor_id
    FROM access_ref WHERE product_id = ${productId} AND interaction_ref IN ${owners.keys()}`) {
    const owner = owners.get(interaction_ref);
    if (owner !== undefined && owner !== visitor_id) visitors.add(owner);
  }
  const carrying = groupBy(
    await select<RefRow>(tx)`SELECT interaction_ref, visitor_id FROM access_ref
      WHERE product_id = ${productId} AND visitor_id IN ${visitorIds}`,
    (row) => row.interaction_ref,
  );
  const others = [...carrying.keys()].filter((id) => !owners.has(id));
  // An interaction that is not stored yet finds its landings when it is stored.
  const stored = await select<{ id: string }>(tx)`SELECT id FROM interaction
    WHERE door <> 'landing' AND product_id = ${productId} AND id IN ${others}`;
  for (const id of [...stored.map((row) => row.id), ...[...owners.keys()]]) {
    for (const { visitor_id } of carrying.get(id) ?? [])
      if (visitor_id !== owners.get(id)) visitors.add(visitor_id);
  }
  return visitors;
}

/** Returns the visitors with clicks and views that may join by a click id; derivation decides about them. */
async function joinedByClickId(
  tx: Tx,
  productId: number,
  visitorIds: Iterable<string>,
): Promise<Set<string>> {
  const kinds = [CLICK_KEY_OF.CLICK, CLICK_KEY_OF.VIEW] as const;
  const [click, view] = kinds;
  const own = await select<{ click_key: string; kind: number; visitor_id: string }>(tx)`SELECT click_key,
    kind, visitor_id FROM click_key WHERE product_id = ${productId} AND visitor_id IN ${visitorIds}
    AND kind IN (${click}, ${view})`;
  if (own.length === 0) return new Set();
  const met = await select<{ click_key: string; kind: number }>(tx)`SELECT DISTINCT click_key, kind
    FROM click_key
    WHERE product_id = ${productId} AND click_key IN ${new Set(own.map((row) => row.click_key))}`;
  const pairs = new Set(met.map(({ click_key, kind }) => `${click_key} ${kind}`));
  const joins = (key: string) => kinds.every((kind) => pairs.has(`${key} ${kind}`));
  return new Set(own.filter((row) => joins(row.click_key)).map((row) => row.visitor_id));
}

type RefRow = Record<'interaction_ref' | 'visitor_id', string>;

/**
 * Finds the visitors whose derived data, stored together with their first events, is still correct. They have
 * no further events, and no landing carries their interactions elsewhere, by id or click id. Marks the days of all visitors,
 * because nothing else does.
 *
 * @param stored visitor id -> number of events stored that way
 * @param counts visitor id -> current number of events
 */
export async function completeVisitors(
  tx: Tx,
  productId: number,
  stored: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
  stale: StaleMarks,
): Promise<Set<string>> {
  const whole = new Set([...stored].filter(([id, n]) => counts.get(id) === n).map(([id]) => id));
  const owners = new Map<string, string>();
  const interactions = await select<{ id: string; visitor_id: string; time: number }>(tx)`SELECT id,
    visitor_id, time FROM interaction WHERE product_id = ${productId} AND visitor_id IN ${whole}`;
  for (const { id, visitor_id, time } of interactions) {
    owners.set(id, visitor_id);
    stale.day(dayOf(time));
    stale.journeys(dayOf(time));
  }
  for (const table of ['access', 'conversion']) {
    const rows = await select<{ time: number }>(tx)`SELECT time FROM ${sql(table)}
      WHERE product_id = ${productId} AND visitor_id IN ${whole}`;
    for (const { time } of rows) {
      stale.day(dayOf(time));
      if (table === 'conversion') stale.journeys(dayOf(time));
    }
  }
  const others = [...stored.keys()].filter((id) => !whole.has(id));
  for (const table of EVENT_TABLES) {
    // Such a visitor may have any number of events, so the database groups the days.
    const rows = await select<{ day: number }>(tx)`SELECT day FROM ${sql(table)}
      WHERE product_id = ${productId} AND visitor_id IN ${others} GROUP BY visitor_id, day`;
    for (const { day } of rows) {
      stale.day(day);
      if (table !== 'access') stale.journeys(day);
    }
  }
  for (const visitorId of await unfinishedHandOvers(tx, productId, whole, owners)) whole.delete(visitorId);
  for (const visitorId of await joinedByClickId(tx, productId, whole)) whole.delete(visitorId);
  return whole;
}
