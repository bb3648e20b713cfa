import { dayOf, type DayRange } from '../../../shared/domain/calendar';
import { amendedOf, type Click, type Cv, type Events } from './store-events';
import type { AxisKey } from '../../../shared/catalog';
import type { ReportFilters } from '../input';

/** A fact by the definitions of the domain, computed without any table: a key, a measure and a value. */
export interface OracleFact {
  readonly day: number;
  readonly adId: number;
  readonly device: number;
  readonly redirectId: number;
  readonly lpoEntryId: number;
  readonly measure: string;
  readonly value: number;
}

const TERM_MS = 180 * 86_400_000;
const before = (a: { time: number; id: string }, b: { time: number; id: string }): boolean =>
  a.time < b.time || (a.time === b.time && a.id < b.id);

/** Returns the share of a touch of a path under a model, written out from the definitions. */
export function shareOf(model: number, i: number, path: readonly { readonly adId: number }[]): number {
  const n = path.length;
  if (model === 6) {
    const ads = path.map(({ adId }) => adId);
    return 1 / (new Set(ads).size * ads.filter((ad) => ad === ads[i - 1]).length);
  }
  if (model === 1) return 1 / n;
  if (model === 2) {
    let sum = 0;
    for (let j = 1; j <= n; j += 1) sum += 0.7 ** (n - j);
    return 0.7 ** (n - i) / sum;
  }
  if (model === 4) return i === 1 ? 1 : 0;
  if (model === 5) return i === n ? 1 : 0;
  if (n === 1) return 1;
  if (n === 2) return 0.5;
  return i === 1 || i === n ? 0.4 : 0.2 / (n - 2);
}

/** Returns the evaluated path of a conversion; null if the evaluation leaves it out. */
export function pathOf(cv: Cv, { clicks, cvs }: Events, evaluation: number): Click[] | null {
  const earlier = cvs.filter(
    (other) => other.type === 1 && other.visitor === cv.visitor && before(other, cv),
  );
  const path = clicks
    .filter(
      (c) =>
        c.visitor === cv.visitor && c.counted !== false && c.time <= cv.time && c.time >= cv.time - TERM_MS,
    )
    .sort((a, b) => (before(a, b) ? -1 : 1));
  if (earlier.length === 0 || evaluation === 3) return path;
  if (evaluation === 1) return null;
  const previous = Math.max(...earlier.map((other) => other.time));
  return path.filter((c) => c.time > previous);
}

/** Returns the touches that acquired the customer of a first conversion, with their shares under a model. */
export function acquiredBy(
  cv: Cv,
  events: Events,
  model: number,
): { at: Pick<Click, 'adId' | 'device' | 'redirectId' | 'lpoEntryId'>; share: number }[] {
  const path = pathOf(cv, events, 3) ?? [];
  if (path.length === 0)
    return [{ at: { adId: 0, device: cv.device, redirectId: 0, lpoEntryId: 0 }, share: 1 }];
  return path.map((click, index) => ({ at: click, share: shareOf(model, index + 1, path) }));
}

/** Returns the final conversions of each visitor, in order. */
export function finalsOf({ cvs }: Events): Cv[][] {
  const visitors = new Map<string, Cv[]>();
  for (const cv of cvs)
    if (cv.type === 1) visitors.set(cv.visitor, [...(visitors.get(cv.visitor) ?? []), cv]);
  return [...visitors.values()].map((mine) => mine.sort((a, b) => (before(a, b) ? -1 : 1)));
}

/** Keys finer than the ad. */
export type Finer = 'device' | 'redirectId' | 'lpoEntryId';

/** Returns the finer keys of a request. Costs that are known per whole ad are split over them. */
export function finerOf(axis: readonly AxisKey[], filters: ReportFilters = {}): Finer[] {
  return [
    ...(axis.includes('device') || filters.device ? ['device' as const] : []),
    ...(axis.includes('redirect') || filters.redirectIds ? ['redirectId' as const] : []),
    ...(axis.includes('lpoTitle') ? ['lpoEntryId' as const] : []),
  ];
}

const dayAd = (fact: { day: number; adId: number }): string => `${fact.day}/${fact.adId}`;

/**
 * Splits media reports like a fee of that day: over the keys of the ad's day under evaluation 3, by final
 * CVs, else by clicks, else evenly. Days with a report are always split evenly.
 */
function mediaFacts(events: Events, finer: readonly Finer[]): OracleFact[] {
  const reports = events.media ?? [];
  const days = new Map(
    reports.map((one) => [dayAd(one), new Map<string, { at: OracleFact; finals: number; clicks: number }>()]),
  );
  for (const fact of reports.length === 0 || finer.length === 0
    ? []
    : oracleFacts({ ...events, media: [] }, 3, 1)) {
    const day = days.get(dayAd(fact));
    if (!day) continue;
    const own = Object.fromEntries(finer.map((key) => [key, fact[key]]));
    const key = JSON.stringify(own);
    const part = day.get(key) ?? {
      at: { ...fact, device: 0, redirectId: 0, lpoEntryId: 0, ...own },
      finals: 0,
      clicks: 0,
    };
    day.set(key, part);
    if (fact.measure.startsWith('final_')) part.finals += fact.value;
    if (fact.measure === 'clicks') part.clicks += fact.value;
  }
  return reports.flatMap((one) => {
    const parts = [...(days.get(dayAd(one))?.values() ?? [])];
    const whole = { day: one.day, adId: one.adId, device: 0, redirectId: 0, lpoEntryId: 0 };
    const weights =
      [parts.map(({ finals }) => finals), parts.map(({ clicks }) => clicks)].find((all) =>
        all.some((weight) => weight > 0),
      ) ?? parts.map(() => 1);
    const sum = weights.reduce((a, b) => a + b, 0);
    const shares =
      parts.length === 0
        ? [{ at: whole, weight: 1, even: 1 }]
        : parts.map(({ at }, n) => ({ at, weight: weights[n]! / sum, even: 1 / parts.length }));
    return shares.flatMap(({ at, weight, even }) => {
      const fact = (measure: string, value: number): OracleFact => ({ ...at, measure, value });
      return [
        fact('mediaDays', even),
        fact('cost', (one.costSen / 100) * weight),
        fact('mediaCost', (one.costSen / 100) * weight),
        fact('impressions', one.impressions * weight),
        fact('mediaClicks', one.clicks * weight),
      ];
    });
  });
}

/**
 * Returns all facts of the events under an evaluation and a model.
 * @param finer keys finer than the ad that rows or filters use
 */
export function oracleFacts(
  events: Events,
  evaluation: number,
  model: number,
  finer: readonly Finer[] = [],
): OracleFact[] {
  const reported = new Set((events.media ?? []).map(dayAd));
  const facts: OracleFact[] = mediaFacts(events, finer);
  const add = (
    day: number,
    at: { adId: number; device: number; redirectId: number; lpoEntryId: number },
    measure: string,
    value = 1,
  ): void => {
    facts.push({
      day,
      adId: at.adId,
      device: at.device,
      redirectId: at.redirectId,
      lpoEntryId: at.lpoEntryId,
      measure,
      value,
    });
  };
  for (const click of events.clicks) {
    if (click.counted === false) continue;
    add(dayOf(click.time), click, 'clicks');
    if (click.first) add(dayOf(click.time), click, 'firstTouches');
    const covered = reported.has(dayAd({ day: dayOf(click.time), adId: click.adId }));
    if (covered) add(dayOf(click.time), click, 'coveredClicks');
    else if (click.costSen) add(dayOf(click.time), click, 'cost', click.costSen / 100);
  }
  for (const view of events.views)
    if (view.click) add(dayOf(view.time), { ...view.click, device: view.device }, 'pv');
  for (const cv of events.cvs) {
    const path = pathOf(cv, events, evaluation);
    if (!path) continue;
    const day = dayOf(cv.time);
    const last = path.at(-1) ?? { adId: 0, device: cv.device, redirectId: 0, lpoEntryId: 0 };
    add(day, last, `${cv.type === 1 ? 'final' : 'middle'}_${cv.slot}`);
    add(day, last, `setting_${cv.settingId}`);
    if (cv.type !== 1) continue;
    add(day, last, 'amount', cv.amountSen / 100);
    const { amendedSen, cancelled } = amendedOf(cv);
    const current = cancelled ? 0 : (amendedSen ?? cv.amountSen) / 100;
    if (cancelled) add(day, last, 'cancelled');
    if (current) add(day, last, 'net', current);
    const status = path.length > 0 ? events.results?.get(cv.id) : undefined;
    if (status !== undefined) add(day, last, `status_${status}`);
    if (status === 1 && current) add(day, last, 'approvedAmount', current);
    if (path.length === 0) {
      add(day, last, 'attrCv');
      add(day, last, 'attrAmount', cv.amountSen / 100);
      continue;
    }
    add(day, last, `touch_${Math.min(path.length, 6)}`);
    add(day, last, 'touchSum', path.length);
    add(day, last, 'latency', (cv.time - path[0]!.time) / 1000);
    const seen = new Set<string>();
    path.forEach((click, index) => {
      const share = shareOf(model, index + 1, path);
      if (share > 0) add(day, click, 'attrCv', share);
      if (share > 0) add(day, click, 'attrAmount', (share * cv.amountSen) / 100);
      if (click.adId === last.adId) return;
      for (const column of [`indirect_${Math.min(index + 1, 6)}`, 'indirectTotal']) {
        if (seen.has(`${click.adId}/${column}`)) continue;
        seen.add(`${click.adId}/${column}`);
        add(day, click, column);
      }
    });
  }
  return facts;
}

/** Sums the facts of a range by measure. */
export function oracleSums(facts: readonly OracleFact[], range: DayRange): (measure: string) => number {
  const sums = new Map<string, number>();
  for (const fact of facts) {
    if (fact.day >= range.from && fact.day <= range.to)
      sums.set(fact.measure, (sums.get(fact.measure) ?? 0) + fact.value);
  }
  return (measure) => sums.get(measure) ?? 0;
}

const over = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/** Computes every metric of the domain from such sums, formula by formula. */
export function oracleMetrics(
  of: (measure: string) => number,
  cvSettingIds: readonly number[] | null,
): Record<string, number | null> {
  const finals = of('final_1') + of('final_2') + of('final_3');
  const chosen = cvSettingIds ? cvSettingIds.reduce((sum, id) => sum + of(`setting_${id}`), 0) : finals;
  const cost = of('cost');
  const sales = of('amount');
  const clicks = of('clicks');
  const pathed = [1, 2, 3, 4, 5, 6].reduce((sum, k) => sum + of(`touch_${k}`), 0);
  const numbered = (prefix: string, of_: string): [string, number][] =>
    [2, 3, 4, 5, 6].map((k) => [`${prefix}${k}`, of(`${of_}_${k}`)]);
  return {
    adClickCount: clicks,
    firstTouchCount: of('firstTouches'),
    pvCount: of('pv'),
    ...Object.fromEntries(
      [1, 2, 3].flatMap((k) => [
        [`cvFinal${k}`, of(`final_${k}`)],
        [`cvMiddle${k}`, of(`middle_${k}`)],
      ]),
    ),
    cvTotalFinal: finals,
    cvTotalMiddle: of('middle_1') + of('middle_2') + of('middle_3'),
    cvr: over(chosen, clicks),
    cvrTotal: over(finals, clicks),
    adCost: cost,
    adCostUnapproved: 0,
    amountSum: sales,
    amountAvg: over(sales, finals),
    cpa: over(cost, finals),
    roas: over(sales, cost),
    profit: sales - cost,
    roi: over(sales - cost, cost),
    cvApproved: of('status_1'),
    cvRejected: of('status_2'),
    cvPending: of('status_0'),
    approvalRate: over(of('status_1'), of('status_1') + of('status_2')),
    cvCancelled: of('cancelled'),
    amountNet: of('net'),
    amountApproved: of('approvedAmount'),
    cpaApproved: over(cost, of('status_1')),
    roasApproved: over(of('approvedAmount'), cost),
    indirectFirst: of('indirect_1'),
    ...Object.fromEntries(numbered('indirect', 'indirect')),
    indirectTotal: of('indirectTotal'),
    indirectRatio: over(of('indirectTotal'), of('indirectTotal') + finals),
    indirectCost: over(cost, finals + of('indirectTotal')),
    adTouch1: of('touch_1'),
    ...Object.fromEntries(numbered('adTouch', 'touch')),
    adTouchAvg: over(of('touchSum'), pathed),
    averageLatency: over(of('latency'), pathed),
    attrCv: of('attrCv'),
    attrAmount: of('attrAmount'),
    attrAvg: over(of('attrAmount'), of('attrCv')),
    attrCpa: over(cost, of('attrCv')),
    attrRoas: over(of('attrAmount'), cost),
    attrCvr: over(of('attrCv'), clicks),
    attrProfit: of('attrAmount') - cost,
    mediaCost: of('mediaCost'),
    mediaDays: of('mediaDays'),
    impressions: of('impressions'),
    mediaClicks: of('mediaClicks'),
    ctr: over(of('mediaClicks'), of('impressions')),
    cpm: over(of('mediaCost') * 1000, of('impressions')),
    mediaClickDifference: of('mediaClicks') - of('coveredClicks'),
  };
}
