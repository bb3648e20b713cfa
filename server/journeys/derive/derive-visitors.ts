import { compareEvents, DAY_MS } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { chunksOf } from '../sql/chunks';
import { StaleMarks } from '../sql/stale';
import { writeConversions, writeInteractions, writeMoved, writeViews, type ConversionFacts, type OnDifference } from './changes';
import { conversionPath, NO_PATH, type Touch } from './conversion-path';
import { affectedConversions, loadTouches, type Customer } from './customers';
import { applyHandOver } from './hand-over';
import { loadHistories, LONG_HISTORY } from './histories';
import { visitorJourney } from './visitor-journey';

/** Touches held in memory at once, about. */
const TOUCHES_AT_ONCE = 20_000;

/** Index of the first touch at or after an instant, in touches ordered by time. */
function firstFrom(touches: readonly Touch[], time: number): number {
  let low = 0;
  let high = touches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((touches[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Evaluates a customer's due conversions one by one: a path can be long. */
function* evaluate(productId: number, customer: Customer, byVisitor: ReadonlyMap<string, Touch[]>): Generator<ConversionFacts> {
  const { linkedSince, due } = customer;
  const touches = [...linkedSince.keys()].flatMap((id) => byVisitor.get(id) ?? []).sort(compareEvents);
  for (const { row, previousTime } of due) {
    const from = firstFrom(touches, row.time - row.tracking_term * DAY_MS);
    const to = firstFrom(touches, row.time + 1);
    const path = touches
      .slice(from, to)
      .filter((touch) => (linkedSince.get(touch.row.visitor_id) ?? Infinity) <= row.time);
    yield { row, ...conversionPath(productId, row, path, previousTime) };
  }
}

/**
 * Derives anew what the stored events of these visitors say: hand-overs, references, first
 * touches, visits, whether a landing counts; and of every conversion they can concern the repeat, path, credited
 * ads and stored shares. A function of the stored events alone: running it again, or in another
 * order, changes nothing. Only rows that differ are written; their days are queued for the rollups.
 *
 * @param visitors visitor id -> epoch milliseconds before which nothing of it changed.
 * @param report told of each row that differed.
 * @param longest see `loadHistories`.
 */
export async function deriveVisitors(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  report: OnDifference = () => undefined,
  longest = LONG_HISTORY,
): Promise<void> {
  const stale = new StaleMarks(productId);
  const target = { tx, productId, stale, report };
  const { concerned, changed } = await applyHandOver(tx, productId, visitors, report);
  const journeys = (await loadHistories(tx, productId, concerned, longest)).map(visitorJourney);
  const interactions = journeys.flatMap((journey) => journey.interactions);
  const rewritten = await writeInteractions(target, interactions);
  for (const { row } of interactions) if (rewritten.has(row.id)) changed.add(row.visitor_id);
  await writeViews(target, journeys.flatMap((journey) => journey.views));
  const { customers, excluded, moved } = await affectedConversions(tx, productId, concerned, changed);
  await writeMoved(target, moved);
  for (const rows of chunksOf(excluded)) {
    await writeConversions(target, rows.map((row) => ({ row, facts: NO_PATH, touches: [] })));
  }
  const byVisitor = await loadTouches(tx, productId, customers);
  let ready: ConversionFacts[] = [];
  let size = 0;
  for (const customer of customers) {
    for (const conversion of evaluate(productId, customer, byVisitor)) {
      ready.push(conversion);
      size += conversion.touches.length;
      if (size < TOUCHES_AT_ONCE) continue;
      await writeConversions(target, ready);
      ready = [];
      size = 0;
    }
  }
  await writeConversions(target, ready);
  await stale.save(tx);
}
