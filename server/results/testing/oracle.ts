import type { ClickEvent, ConversionEvent } from '../../journeys';

/** Effective settings of an ad. */
export interface OracleAd {
  readonly flag: number;
  /** Result method; 0 for none. */
  readonly method: number;
  readonly cost: number;
  readonly auto: boolean;
  readonly amount: number | null;
  readonly args: string | null;
  readonly ipDays: number | null;
  readonly arg: string | null;
  readonly performance: boolean;
}

export interface OracleWorld {
  readonly clicks: readonly ClickEvent[];
  readonly cvs: readonly ConversionEvent[];
  readonly ads: ReadonlyMap<number, OracleAd>;
  readonly termDays: number;
  /** 1, 2 or 3. */
  readonly evaluation: number;
  /** Kinds of CV settings: 'last', 'middle' or 'middle with results'. */
  readonly kinds: ReadonlyMap<number, string>;
  readonly excluded: (event: ClickEvent | ConversionEvent) => boolean;
}

/** One result in domain terms. */
export interface OracleResult {
  readonly cv: string;
  readonly ad: number;
  readonly type: number;
  readonly method: number;
  readonly touch: string;
  readonly position: number;
  readonly status: number;
  /** amount, args, duplicate IP, duplicate args: 0 held, 1 broken, 2 not evaluated. */
  readonly flags: readonly number[];
  readonly cost: number;
}

const DAY = 86_400_000;
const bytes = (text: string) => Buffer.from(text);
const byTime = (a: { time: number; id: string }, b: { time: number; id: string }) =>
  a.time - b.time || Buffer.compare(bytes(a.id), bytes(b.id));
const order = (a: ConversionEvent, b: ConversionEvent) => byTime(a, b) || a.cvSettingId - b.cvSettingId;
const who = (cv: ConversionEvent) => (cv.userId === null ? `v${cv.visitorId}` : `u${cv.userId}`);
const valueOf = (cv: ConversionEvent, name: string) => new URLSearchParams(cv.args ?? '').get(name);

function pathOf(cv: ConversionEvent, world: OracleWorld): ClickEvent[] | null {
  const counting = world.cvs.filter((one) => !world.excluded(one));
  const visitors = new Set([cv.visitorId]);
  if (cv.userId !== null)
    for (const one of counting)
      if (one.userId === cv.userId && one.time <= cv.time) visitors.add(one.visitorId);
  const whole = world.clicks
    .filter(
      (click) =>
        !world.excluded(click) &&
        visitors.has(click.visitorId) &&
        click.time <= cv.time &&
        click.time >= cv.time - world.termDays * DAY,
    )
    .sort(byTime);
  const before = counting
    .filter(
      (one) => world.kinds.get(one.cvSettingId) === 'last' && who(one) === who(cv) && order(one, cv) < 0,
    )
    .sort(order);
  const previous = before.at(-1);
  if (!previous || world.evaluation === 3) return whole;
  return world.evaluation === 1 ? null : whole.filter((click) => click.time > previous.time);
}

/** Computes every expected result in the slow and obvious way, without the product's rules or tables. */
export function resultsOracle(world: OracleWorld): OracleResult[] {
  const results: (OracleResult & { event: ConversionEvent })[] = [];
  for (const cv of [...world.cvs].sort(order)) {
    if (world.excluded(cv) || world.kinds.get(cv.cvSettingId) === 'middle') continue;
    const path = pathOf(cv, world);
    if (!path || path.length === 0) continue;
    const last = path[path.length - 1]!;
    const performing = path.filter((click) => world.ads.get(click.adId)!.performance);
    const performance = performing[performing.length - 1];
    for (const adId of new Set(path.map((click) => click.adId))) {
      const ad = world.ads.get(adId)!;
      if (ad.flag === 0) continue;
      let type = 3;
      let touch = path.filter((click) => click.adId === adId).pop()!;
      if (adId === last.adId) [type, touch] = [1, last];
      else if (performance && adId === performance.adId) [type, touch] = [2, performance];
      else if (ad.flag === 1) continue;
      const earlier = results.filter((one) => one.ad === adId && order(one.event, cv) < 0);
      const within = (days: number) => earlier.filter((one) => one.event.time >= cv.time - days * DAY);
      const flags = [2, 2, 2, 2];
      if (ad.auto) {
        if (ad.amount !== null) flags[0] = cv.amount >= ad.amount ? 0 : 1;
        if (ad.args) flags[1] = ad.args.split(',').every((name) => valueOf(cv, name.trim())) ? 0 : 1;
        if (ad.ipDays !== null && cv.ip)
          flags[2] = within(ad.ipDays).some((one) => one.event.ip === cv.ip) ? 1 : 0;
        const value = ad.arg && valueOf(cv, ad.arg);
        if (ad.arg && value)
          flags[3] = within(world.termDays).some((one) => valueOf(one.event, ad.arg!) === value) ? 1 : 0;
      }
      const status = flags.includes(1) ? 2 : flags.includes(0) ? 1 : 0;
      const result = {
        cv: `${cv.cvSettingId}:${cv.id}`,
        ad: adId,
        type,
        method: ad.method,
        touch: touch.id,
        position: path.indexOf(touch) + 1,
        status,
        flags,
        cost: ad.cost,
      };
      results.push({ ...result, event: cv });
    }
  }
  return results.map(({ event: _, ...result }) => result);
}
