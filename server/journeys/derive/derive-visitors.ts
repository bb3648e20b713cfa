import type { Tx } from '../../db/database';
import { chunksOf } from '../../db/statements';
import { openFrom } from '../privacy/seal';
import { StaleMarks } from '../stale';
import { writeConversions, writeInteractions, writeMoved, writeViews, type OnDifference } from './changes';
import { NO_PATH, evaluate, type ConversionFacts, visitorJourney } from './visitor-journey';
import { affectedConversions, loadTouches } from './customers';
import { NO_ACQUISITION } from './complete-visitors';
import { applyHandOver } from './hand-over';
import { loadHistories, LONG_HISTORY } from './histories';
import { markReferences } from './journey-months';
import { deriveOrders, orderedConversions } from './orders';

/** Approximate number of touches in memory at once. */
const TOUCHES_AT_ONCE = 20_000;

/**
 * Derives the data of these visitors from their stored events: hand-overs, references, first touches, visits
 * and counted landings. Also derives the conversions that they can affect: orders, repeats, paths, credited ads
 * and shares. The result depends only on the stored events, so repetition and order don't matter. Writes only
 * rows that differ and marks their days for the rollups. Sealed rows stay, because some of the events behind
 * them are deleted.
 *
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param report called for each row that differs
 * @param longest see `loadHistories`
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
  const from = await openFrom(tx, productId);
  const open = new Map([...visitors].map(([id, since]) => [id, Math.max(since, from)]));
  const { affected, changed } = await applyHandOver(tx, productId, open, from, report);
  const histories = await loadHistories(tx, productId, affected, from, longest);
  const journeys = histories.map(visitorJourney);
  const interactions = journeys.flatMap((journey) => journey.interactions);
  const rewritten = await writeInteractions(target, interactions);
  markReferences(target, histories, interactions, rewritten);
  for (const { row } of interactions) if (rewritten.has(row.id)) changed.add(row.visitor_id);
  await writeViews(
    target,
    journeys.flatMap((journey) => journey.views),
  );
  const ordered = await orderedConversions(tx, productId, affected);
  for (const { visitor_id: id, time } of await deriveOrders(target, ordered, from))
    affected.set(id, Math.min(affected.get(id) ?? time, time));
  const { customers, excluded, moved } = await affectedConversions(tx, productId, affected, changed, from);
  await writeMoved(target, moved);
  for (const rows of chunksOf(excluded)) {
    await writeConversions(
      target,
      rows.map((row) => ({ row, facts: NO_PATH, touches: [], acquisition: NO_ACQUISITION })),
      new Map(),
    );
  }
  const byVisitor = await loadTouches(tx, productId, customers);
  let ready: ConversionFacts[] = [];
  let size = 0;
  for (const customer of customers) {
    for (const conversion of evaluate(productId, customer, byVisitor)) {
      ready.push(conversion);
      size += conversion.touches.length;
      if (size < TOUCHES_AT_ONCE) continue;
      await writeConversions(target, ready, byVisitor);
      ready = [];
      size = 0;
    }
  }
  await writeConversions(target, ready, byVisitor);
  await stale.save(tx);
}
