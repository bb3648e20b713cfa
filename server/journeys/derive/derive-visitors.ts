import type { Tx } from '../../db/database';
import { openFrom } from '../../retention';
import { chunksOf } from '../sql/chunks';
import { StaleMarks } from '../sql/stale';
import { writeConversions, writeInteractions, writeMoved, writeViews, type OnDifference } from './changes';
import { NO_PATH } from './conversion-path';
import { affectedConversions, loadTouches } from './customers';
import { evaluate, type ConversionFacts } from './evaluate';
import { applyHandOver } from './hand-over';
import { NO_ACQUISITION } from './later-conversion';
import { loadHistories, LONG_HISTORY } from './histories';
import { visitorJourney } from './visitor-journey';

/** Touches held in memory at once, about. */
const TOUCHES_AT_ONCE = 20_000;

/**
 * Derives anew what the stored events of these visitors say: hand-overs, references, first
 * touches, visits, whether a landing counts; and of every conversion they can concern the repeat, path, credited
 * ads and stored shares. A function of the stored events alone: running it again, or in another
 * order, changes nothing. Only rows that differ are written; their days are queued for the rollups. What is sealed is
 * right already: of what it depends on a part is gone.
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
  const from = await openFrom(tx, productId);
  const open = new Map([...visitors].map(([id, since]) => [id, Math.max(since, from)]));
  const { concerned, changed } = await applyHandOver(tx, productId, open, from, report);
  const journeys = (await loadHistories(tx, productId, concerned, from, longest)).map(visitorJourney);
  const interactions = journeys.flatMap((journey) => journey.interactions);
  const rewritten = await writeInteractions(target, interactions);
  for (const { row } of interactions) if (rewritten.has(row.id)) changed.add(row.visitor_id);
  await writeViews(
    target,
    journeys.flatMap((journey) => journey.views),
  );
  const { customers, excluded, moved } = await affectedConversions(tx, productId, concerned, changed, from);
  await writeMoved(target, moved);
  for (const rows of chunksOf(excluded)) {
    await writeConversions(
      target,
      rows.map((row) => ({ row, facts: NO_PATH, touches: [], acquisition: NO_ACQUISITION })),
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
      await writeConversions(target, ready);
      ready = [];
      size = 0;
    }
  }
  await writeConversions(target, ready);
  await stale.save(tx);
}
