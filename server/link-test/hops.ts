import type { ResultMethod } from '../../shared/catalog';
import { select } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { newEventId } from '../platform/event-id';
import { deriveVisitors, ingest, parseEventLine, loadLineProducts, type LineProduct } from '../journeys';
import { makeResultsOf } from '../results';
import { attempt, operatorsReach, type Attempt, type Reach } from '../postbacks/request';

/** Steps from a click to the ad network, in order. */
export const STEPS = [
  'redirect',
  'landing',
  'tag',
  'click',
  'view',
  'conversion',
  'path',
  'result',
  'postback',
] as const;
export type Step = (typeof STEPS)[number];

/** `warning`: the test continues, but a person should look at the step. */
type HopState = 'ok' | 'warning' | 'failed';

/** One step of a link test and its result. */
export interface Hop {
  readonly step: Step;
  readonly state: HopState;
  /** Key of the finding; shared/i18n translates it. */
  readonly finding: string;
  readonly durationMs: number;
  /** For example the requested URL or the reason of a rejection. */
  readonly detail: string | null;
}

type HopResult = Pick<Hop, 'state' | 'finding' | 'detail'>;
export const ok = (finding: string, detail: string | null = null): HopResult => ({
  state: 'ok',
  finding,
  detail,
});
export const warning = (finding: string, detail: string | null = null): HopResult => ({
  state: 'warning',
  finding,
  detail,
});
export const failed = (finding: string, detail: string | null = null): HopResult => ({
  state: 'failed',
  finding,
  detail,
});

/** Runs a step and measures its duration. Errors propagate to the caller. */
export async function runHop(step: Step, work: () => Promise<HopResult>): Promise<Hop> {
  const startedAt = performance.now();
  const result = await work();
  return { step, ...result, durationMs: Math.round(performance.now() - startedAt) };
}

/** Parameters of the simulated click, view and conversion. */
interface VisitPlan {
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
    const [credited] = await select<{ ad_id: number }>(tx)`SELECT t.ad_id FROM conversion_touch t
      JOIN conversion c ON c.id = t.conversion_id WHERE c.product_id = ${productId}
      AND c.event_id = ${conversion.id} LIMIT 1`;
    return Number(credited?.ad_id) === adId ? ok('credited') : failed('notCredited');
  });
  let results: CreatedResult[] = [];
  const result = await runHop('result', async () => {
    await makeResultsOf(tx, productId, { cv_setting_id: cvSettingId, event_id: conversion.id }, now);
    results = await select<CreatedResult>(tx)`SELECT r.result_type AS resultType,
      r.approval_status AS approvalStatus, r.result_method AS method, p.url, h.untold FROM result r
      JOIN result_history h ON h.result_id = r.id LEFT JOIN postback p ON p.id = h.postback_id
      WHERE r.product_id = ${productId} AND r.event_id = ${conversion.id}`;
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

/** How much of a landing page is searched for the tag. */
const PAGE_BYTES = 512 * 1024;
const TIMEOUT_MS = 8_000;

interface Deps {
  readonly reach: Reach;
  /** Base URLs of the tracking endpoints: the operator's, and the product's with its own host. */
  readonly trackerUrl: string;
  readonly productTrackerUrl: string;
}

/** The operator's own tracking host may be private; hosts that users set may not. */
const reachOf = (url: string, { reach, trackerUrl }: Pick<Deps, 'reach' | 'trackerUrl'>): Reach =>
  URL.canParse(url) && new URL(url).host === new URL(trackerUrl).host ? operatorsReach : reach;

const request = (url: string, reach: Reach, method: 'GET' | 'HEAD'): Promise<Attempt> =>
  attempt(url, {
    reach,
    method,
    maxBodyBytes: PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    idempotencyKey: newEventId(Date.now()),
  });

const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;
const describeFailure = ({ status, error, url }: Attempt): string => `${error ?? String(status)} ${url}`;

/** Puts the click id where the medium would put one; only the medium can expand its macros. */
export function withClickIds(link: string, clickId: string): string {
  const url = new URL(link);
  for (const name of url.searchParams.keys())
    if (/^(a_)?(xclid|ses|key[123])$/.test(name)) url.searchParams.set(name, clickId);
  return url.toString();
}

/** Follows the link with a HEAD request, which records no click. */
export async function redirectHop(link: string, deps: Deps): Promise<{ hop: Hop; landing: string | null }> {
  let landing: string | null = null;
  const result = await runHop('redirect', async () => {
    const answer = await request(link, reachOf(link, deps), 'HEAD');
    if (answer.status === 404) return failed('unknownLink', link);
    if (answer.status !== 302 || answer.location === null)
      return failed('noRedirect', describeFailure(answer));
    landing = answer.location;
    const isTracked = URL.canParse(landing) && new URL(landing).searchParams.has('a_ad');
    return isTracked ? ok('forwards', landing) : warning('forwardsUncounted', landing);
  });
  return { hop: result, landing };
}

/** Opens the landing page and searches it for the product's tag. */
export function landingHop(url: string, productId: number, deps: Deps): Promise<Hop> {
  return runHop('landing', async () => {
    const page = await request(url, reachOf(url, deps), 'GET');
    if (page.status !== null && page.status >= 300 && page.status < 400)
      return warning('pageMoves', page.location ?? url);
    if (!isSuccess(page)) return failed('noPage', describeFailure(page));
    return page.body?.includes(`/tag/${productId}.js`) ? ok('tagOnPage', url) : warning('noTagOnPage', url);
  });
}

export function tagHop(productId: number, deps: Deps): Promise<Hop> {
  return runHop('tag', async () => {
    const url = `${deps.productTrackerUrl}/tag/${productId}.js`;
    const script = await request(url, reachOf(url, deps), 'GET');
    return isSuccess(script) ? ok('tagServed', url) : failed('noTag', describeFailure(script));
  });
}
