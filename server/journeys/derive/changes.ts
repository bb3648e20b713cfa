import { insertRows, type Tx } from '../../db/database';
import { chunksOf, execute, select, sql, updateRows } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import type { StaleMarks } from '../stale';
import type { MovedConversion } from './customers';
import type { ConversionFacts, InteractionFacts, Touch, ViewFacts } from './visitor-journey';
import { writeLaterConversions } from './complete-visitors';
import { markPaths } from './journey-months';
import { DERIVED_OF_CONVERSION, TOUCH_COLUMNS, type StoredTouch } from './histories';

/** A stored row that differs from its events, for `verify`. */
export interface Difference {
  table: 'interaction' | 'access' | 'conversion' | 'conversion_touch' | 'later_conversion';
  id: string;
  day: number;
}

/** Called for each row before it is changed. */
export type OnDifference = (difference: Difference) => void;

/** A derivation in progress. */
export interface Target {
  tx: Tx;
  productId: number;
  stale: StaleMarks;
  report: OnDifference;
}

type Value = string | number | null;
interface Update {
  key: string;
  values: Value[];
}

function differingRows<C extends string>(
  target: Target,
  table: Difference['table'],
  facts: readonly (Readonly<Record<C, Value>> & {
    readonly row: Readonly<Record<C, Value>> & { readonly id: string; readonly day: number };
  })[],
  columns: readonly C[],
): Update[] {
  const updates: Update[] = [];
  for (const fact of facts) {
    const { row } = fact;
    const stored: Readonly<Record<C, Value>> = row;
    const due: Readonly<Record<C, Value>> = fact;
    if (columns.every((column) => stored[column] === due[column])) continue;
    updates.push({ key: row.id, values: columns.map((column) => due[column]) });
    target.stale.day(row.day);
    target.report({ table, id: row.id, day: row.day });
  }
  return updates;
}

/**
 * Writes the interactions that differ. The usual case, a first and only touch, is written in bulk.
 * @returns the ids of those that differed
 */
export async function writeInteractions(
  target: Target,
  facts: readonly InteractionFacts[],
): Promise<Set<string>> {
  const { tx, productId } = target;
  const updates = differingRows(target, 'interaction', facts, ['counted', 'first_touch', 'reference_id']);
  const opens = ({ key, values }: Update) => values[1] === 1 && values[2] === key;
  const opening = updates.filter(opens);
  await execute(tx)`UPDATE interaction SET counted = 1, first_touch = 1, reference_id = id
        WHERE product_id = ${productId} AND id IN ${opening.map(({ key }) => key)}`;
  const others = updates.filter((update) => !opens(update));
  await updateRows(tx, 'interaction', ['counted', 'first_touch', 'reference_id'], productId, others);
  return new Set(updates.map(({ key }) => key));
}

/** Writes the views that differ. */
export async function writeViews(target: Target, facts: readonly ViewFacts[]): Promise<void> {
  const columns = ['interaction_id', 'ad_id', 'redirect_id', 'lpo_entry_id'] as const;
  const updates = differingRows(target, 'access', facts, columns);
  await updateRows(target.tx, 'access', columns, target.productId, updates);
}

/**
 * Compares values with a tolerance for doubles summed in another order. SQLite's driver binds a share below
 * 2.2e-16 as 0.
 */
const same = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)));

function sameTouches(stored: readonly StoredTouch[], due: readonly StoredTouch[]): boolean {
  if (stored.length !== due.length) return false;
  const byPlace = new Map(stored.map((row) => [`${row.class}:${row.pos}`, row]));
  return due.every((row) => {
    const other = byPlace.get(`${row.class}:${row.pos}`);
    return other !== undefined && TOUCH_COLUMNS.every((column) => same(other[column], row[column]));
  });
}

/** Writes the new visitors of conversions that follow their customer. */
export async function writeMoved(target: Target, moved: readonly MovedConversion[]): Promise<void> {
  for (const { row } of moved) target.report({ table: 'conversion', id: row.event_id, day: row.day });
  const updates = moved.map(({ row, visitorId }) => ({ key: row.id, values: [visitorId] }));
  await updateRows(target.tx, 'conversion', ['visitor_id'], target.productId, updates);
}

/**
 * Writes the conversions that differ, and those whose touches differ.
 * @param known counted interactions of the visitors from some time on
 */
export async function writeConversions(
  target: Target,
  due: readonly ConversionFacts[],
  known: ReadonlyMap<string, readonly Touch[]>,
): Promise<void> {
  const { tx, productId } = target;
  const updates = due.filter(({ row, facts }) =>
    DERIVED_OF_CONVERSION.some((column) => row[column] !== facts[column]),
  );
  const stored = groupBy(
    await select<StoredTouch>(tx)`SELECT ${sql(TOUCH_COLUMNS.join(', '))} FROM conversion_touch
      WHERE conversion_id IN ${due.map(({ row }) => row.id)}`,
    (touch) => touch.conversion_id,
  );
  const rewritten = due.filter(({ row, touches }) => !sameTouches(stored.get(row.id) ?? [], touches));
  await markPaths(target, rewritten, stored, known);
  const later = await writeLaterConversions(tx, productId, due);
  for (const [table, changed] of [
    ['conversion', updates],
    ['conversion_touch', rewritten],
    ['later_conversion', later],
  ] as const) {
    for (const { row } of changed) {
      target.stale.day(row.day);
      target.report({ table, id: row.event_id, day: row.day });
    }
  }
  // A customer's later conversions count for the ads that acquired the customer.
  for (const { acquisition } of rewritten) for (const day of acquisition.laterDays) target.stale.day(day);
  const values = updates.map(({ row, facts }) => ({ key: row.id, values: facts }));
  await updateRows(tx, 'conversion', DERIVED_OF_CONVERSION, productId, values);
  await execute(tx)`DELETE FROM conversion_touch
    WHERE conversion_id IN ${rewritten.filter(({ row }) => stored.has(row.id)).map(({ row }) => row.id)}`;
  const rows = rewritten.flatMap(({ touches }) => touches);
  for (const chunk of chunksOf(rows, 2000)) {
    await insertRows(tx, 'conversion_touch', TOUCH_COLUMNS, chunk);
  }
}
