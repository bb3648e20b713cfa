import type { ResultMethod } from '../../shared/catalog';
import type { Database, Tx } from '../db/database';
import { newEventId } from '../platform/event-id';
import { deriveVisitors, ingest, parseEventLine, type LineProduct, loadLineProducts } from '../journeys';
import { makeResultsOf } from '../results';
import { failed, runHop, ok, warning, type Hop, type Step } from './hop';

/** Parameters of the simulated click, view and conversion. */
export interface VisitPlan {
  readonly productId: number;
  readonly adId: number;
  readonly cvSettingId: number;
  readonly clickId: string;
  readonly amount: number;
  readonly landingUrl: string | null;
}

/** A result created by the test, and the postback that it would send. */
export interface CreatedResult {
  readonly resultType: number;
  readonly approvalStatus: number;
  readonly method: ResultMethod | 0;
  /** Null if no postback would be sent. */
  readonly url: string | null;
  readonly untold: string | null;
}

interface WalkResult {
  readonly hops: Hop[];
  readonly results: CreatedResult[];
}

/** Carries the findings out of the transaction and rolls its events back. */
class RolledBack extends Error {
  constructor(readonly result: WalkResult) {
    super('a link test is rolled back');
  }
}

const SECOND_MS = 1000;

async function store(
  tx: Tx,
  product: LineProduct,
  productId: number,
  line: Record<string, unknown>,
  now: number,
): Promise<string | null> {
  const parsed = parseEventLine(line, {
    door: 'import',
    now,
    defaultProductId: productId,
    product: (id) => (id === productId ? product : undefined),
  });
  if ('reason' in parsed) return parsed.reason;
  const [outcome] = await ingest(tx, [parsed.event]);
  return outcome?.status === 'rejected' ? outcome.reason : null;
}

/** Runs the product's own path from a click to the postback in the given transaction. */
async function simulateVisit(
  tx: Tx,
  product: LineProduct,
  { productId, adId, cvSettingId, clickId, amount, landingUrl }: VisitPlan,
  now: number,
): Promise<WalkResult> {
  const id = newEventId(now);
  const visitor = `rehearsal-${id}`;
  const line = (type: string, at: number, rest: object) => ({
    type,
    id: `rehearsal-${type}-${id}`,
    time: new Date(at).toISOString(),
    visitor_id: visitor,
    ...rest,
  });
  const event = (step: Step, one: Record<string, unknown>): Promise<Hop> =>
    runHop(step, async () => {
      const reason = await store(tx, product, productId, one, now);
      return reason === null ? ok('stored') : failed('refused', reason);
    });
  const clickIds = { xclid: clickId, ses: clickId, key1: clickId, key2: clickId, key3: clickId };
  const conversion = line('conversion', now, { cv_setting_id: cvSettingId, amount, args: 'order=rehearsal' });
  const hops = [
    await event('click', line('click', now - 2 * SECOND_MS, { ad_id: adId, ...clickIds })),
    await event('view', line('view', now - SECOND_MS, { url: landingUrl ?? 'https://rehearsal.invalid/' })),
    await event('conversion', conversion),
  ];
  const path = await runHop('path', async () => {
    await deriveVisitors(tx, productId, new Map([[visitor, now - 2 * SECOND_MS]]));
    const [credited] = await tx.query<{ ad_id: number }>(
      'SELECT t.ad_id FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE c.product_id = ? AND c.event_id = ? LIMIT 1',
      [productId, conversion.id],
    );
    return Number(credited?.ad_id) === adId ? ok('credited') : failed('notCredited');
  });
  let results: CreatedResult[] = [];
  const result = await runHop('result', async () => {
    await makeResultsOf(tx, productId, { cv_setting_id: cvSettingId, event_id: conversion.id }, now);
    results = await tx.query<CreatedResult>(
      `SELECT r.result_type AS resultType, r.approval_status AS approvalStatus, r.result_method AS method, p.url, h.untold
       FROM result r JOIN result_history h ON h.result_id = r.id LEFT JOIN postback p ON p.id = h.postback_id WHERE r.product_id = ? AND r.event_id = ?`,
      [productId, conversion.id],
    );
    return results.length > 0 ? ok('resultMade') : warning('noResult');
  });
  return { hops: [...hops, path, result], results };
}

/**
 * Runs a click, a view and a conversion through the product's own code in one transaction and rolls it back.
 * The findings match a real visit, but no log, report or ad network is affected.
 */
export async function simulateVisitAndRollBack(
  db: Database,
  plan: VisitPlan,
  now: number,
): Promise<WalkResult> {
  const product = (await loadLineProducts(db, plan.productId)).get(plan.productId);
  if (!product) throw new Error(`product ${plan.productId} does not exist`);
  try {
    await db.write(async (tx) => {
      throw new RolledBack(await simulateVisit(tx, product, plan, now));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
  throw new Error('a link test was not rolled back');
}
