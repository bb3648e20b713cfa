import { CvCounting, CvDayBasis, snakeCase } from '../../shared/catalog';
import {
  addDays,
  countDays,
  daysIn,
  endOfDay,
  startOfDay,
  type DayRange,
} from '../../shared/domain/calendar';
import {
  dayInZone,
  gapSteps,
  GapWaterfall,
  moveOf,
  timesToRead,
  type GapMove,
  type GapRule,
  type GapStep,
} from '../../shared/domain/gap';
import type { Locale } from '../../shared/i18n/messages';
import { rangeOf, readConsistentReport } from '../analysis';
import type { Actor } from '../auth/actor';
import { badInput, messageText, mustBeOneOf, notFound, type FailureMessage } from '../auth/failure';
import { ownAgency, requireProduct, requireRight } from '../auth/permissions';
import type { Database } from '../db/database';
import { select } from '../db/statements';
import { readAds, readLabels, type KnownAd } from '../facts/labels';
import { groupBy } from '../platform/group-by';
import { pageOf } from '../records/list-args';
import { requireVisible } from '../records/visibility';
import { readMetricsVersion } from '../rollups';
import { readSources, type Source } from '../settings/media-cost/sources';
import { readConversions, readEvaluation, type ReadConversion } from './read-conversions';
import {
  NO_CLICKS,
  readClicks,
  readFees,
  readMediaDays,
  reportsConversions,
  type AdClicks,
  type MediaDay,
} from './read-media';

/** Arguments of the analysis. Absent and null both mean the default. */
export interface GapInput {
  readonly productId: number;
  /** Exactly one source: media claim the same conversions, so they are never added up. */
  readonly sourceId?: readonly number[] | null;
  readonly dateFrom?: number | null;
  readonly dateTo?: number | null;
  readonly adIds?: readonly number[] | null;
  readonly aspIds?: readonly number[] | null;
  /** ad (default) or asp. */
  readonly axis?: string | null;
}

export interface GapRowsInput extends GapInput {
  /** A key of `gapSteps` in snake_case. */
  readonly step: string;
  readonly page?: number | null;
  readonly pageSize?: number | null;
}

const MAX_DAYS = 400;
const AXES = ['ad', 'asp'] as const;
const stepNames = gapSteps.map(snakeCase);
/** Id of the group of ads without an ASP. */
const NO_ASP = 0;

/** An analysis with all permissions checked. */
interface Request {
  readonly productId: number;
  readonly source: Source;
  readonly range: DayRange;
  readonly axis: (typeof AXES)[number];
  /** Ads of each row, by the id of the ad or ASP. */
  readonly groups: ReadonlyMap<number, readonly KnownAd[]>;
  readonly media: readonly MediaDay[];
  readonly rule: GapRule;
}

/** Chosen ids of a filter; null: no filter. */
const chosen = (ids: readonly number[] | null | undefined) =>
  ids && ids.length > 0 ? [...new Set(ids)] : null;

const ruleOf = (source: Source): GapRule => ({
  windowDays: source.clickWindowDays,
  onePerClick: source.counting === CvCounting.ONE_PER_CLICK,
  byClickDay: source.cvDayBasis === CvDayBasis.CLICK,
  dayOf: dayInZone(source.timeZone),
});

const sum = <T>(all: readonly T[], valueOf: (one: T) => number): number =>
  all.reduce((total, one) => total + valueOf(one), 0);

/** Adds up what is known, rounded like the import; null if nothing is. */
const sumKnown = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : Math.round(sum(known, Number) * 1e6) / 1e6;
};
const difference = (one: number | null, other: number): number | null =>
  one === null ? null : Math.round((one - other) * 1e6) / 1e6;

/** Explains the gap between the conversions that we count and those that a medium reports (domain.md section 6). */
export class GapService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the waterfall of each ad or ASP of a source.
   * @throws FORBIDDEN; NOT_FOUND for a source of another product; BAD_USER_INPUT, also for several sources
   */
  async analysis(actor: Actor, input: GapInput, locale: Locale) {
    const read = async () => {
      const request = await this.resolve(actor, input);
      const { productId, range } = request;
      const version = await readMetricsVersion(this.db, productId, this.daysRead(request));
      const waterfalls = new Map(
        [...request.groups.keys()].map((group) => [group, new GapWaterfall(request.rule, range)]),
      );
      for await (const byGroup of this.conversions(request))
        for (const [group, conversion] of byGroup) waterfalls.get(group)?.add(conversion);
      const { from: dateFrom, to: dateTo } = this.daysRead(request);
      return { request, version, dateFrom, dateTo, rows: await this.rowsOf(request, waterfalls) };
    };
    const report = { read: (_db: Database, _actor: Actor, _input: GapInput) => read() };
    const { request, rows } = await readConsistentReport(this.db, report, actor, input, this.now());
    const { source, productId, range } = request;
    const hasConversions = await reportsConversions(this.db, productId, source.id);
    const message: FailureMessage = { key: 'noReportedConversions', params: { source: source.sourceName } };
    return {
      source,
      hasConversions,
      message: hasConversions ? null : messageText(message, locale),
      ...{ results: rows, count: rows.length, dateFrom: range.from, dateTo: range.to },
      asOf: new Date(this.now()),
    };
  }

  /** Returns the conversions that came or went with a step, oldest first. @throws as `analysis` does */
  async rows(actor: Actor, input: GapRowsInput, locale: Locale) {
    const step = gapSteps.find((known) => snakeCase(known) === input.step);
    if (!step) throw badInput({ step: mustBeOneOf(stepNames) });
    const { page } = pageOf(input);
    const { pageSize } = input;
    const request = await this.resolve(actor, input);
    const first = pageSize == null ? 0 : (page - 1) * pageSize;
    const waterfalls = new Map(
      [...request.groups.keys()].map((group) => [group, new GapWaterfall(request.rule, request.range)]),
    );
    const names = await this.names(request);
    const rows: object[] = [];
    let count = 0;
    for await (const byGroup of this.conversions(request))
      for (const [group, conversion] of byGroup) {
        const counted = waterfalls.get(group)?.add(conversion);
        const move = counted && moveOf(step, counted);
        if (!move) continue;
        count += 1;
        if (count <= first || (pageSize != null && count > first + pageSize)) continue;
        rows.push({
          direction: move.direction,
          conversionId: conversion.id,
          cvSettingId: conversion.cvSettingId,
          cvTime: new Date(conversion.time),
          amount: conversion.amount,
          reason: messageText(reasonOf(step, move, conversion, request), locale),
          ...names.get(group),
        });
      }
    return { results: rows, count, page, pageSize: pageSize ?? rows.length };
  }

  private async resolve(actor: Actor, input: GapInput): Promise<Request> {
    const grant = requireRight(actor, 'analyze', 'view');
    const { productId } = input;
    requireProduct(actor, productId);
    const axis = AXES.find((known) => known === (input.axis ?? AXES[0]));
    if (!axis) throw badInput({ axis: mustBeOneOf(AXES) });
    const [sourceId, ...others] = chosen(input.sourceId) ?? [];
    if (sourceId === undefined || others.length > 0) throw badInput({ sourceId: { key: 'oneSourceOnly' } });
    const range = rangeOf(input, this.now());
    if (countDays(range.from, range.to) > MAX_DAYS)
      throw badInput({ dateTo: { key: 'rangeTooLong', params: { max: MAX_DAYS } } });
    const source = (await readSources(this.db.readOnlyTx, productId)).find(({ id }) => id === sourceId);
    if (!source) throw notFound();
    const [adIds, aspIds] = [chosen(input.adIds), chosen(input.aspIds)];
    if (adIds) await requireVisible(this.db, actor, 'ad', adIds, productId, 'adIds');
    if (aspIds) await requireVisible(this.db, actor, 'asp', aspIds, productId, 'aspIds');
    const agency = ownAgency(actor, grant);
    const conditions = { id: adIds, asp_id: aspIds, ...(agency === null ? {} : { agency_id: [agency] }) };
    const ads = await readAds(this.db, productId, conditions, ['ad_name', 'asp_id']);
    const rule = ruleOf(source);
    await this.requireLogs(productId, rule, range);
    const media = await readMediaDays(this.db, productId, sourceId, range);
    const reported = new Set(media.map(({ adId }) => adId));
    const groups = groupBy(ads.values(), (ad) => (axis === 'ad' ? ad.id : (ad.asp_id ?? NO_ASP)));
    const isShown = (of: readonly KnownAd[]): boolean =>
      adIds !== null || aspIds !== null || of.some(({ id }) => reported.has(id));
    return {
      ...{ productId, source, range, axis, rule, media },
      groups: new Map([...groups].filter(([, of]) => isShown(of))),
    };
  }

  /** Refuses ranges that need deleted logs. @throws BAD_USER_INPUT */
  private async requireLogs(productId: number, rule: GapRule, range: DayRange): Promise<void> {
    const [product] = await select<{ kept: number | null; term: number }>(this.db)`SELECT h.kept_from AS kept,
      p.tracking_term AS term FROM product p LEFT JOIN log_horizon h ON h.product_id = p.id
      WHERE p.id = ${productId}`;
    if (!product?.kept) return;
    const first = addDays(product.kept, Math.max(rule.windowDays, product.term));
    if (range.from < first)
      throw badInput({ dateFrom: { key: 'logsDeleted', params: { day: formatted(first) } } });
  }

  private daysRead({ range, rule }: Request): DayRange {
    return {
      from: addDays(range.from, -1),
      to: addDays(range.to, 1 + (rule.byClickDay ? rule.windowDays : 0)),
    };
  }

  private async *conversions({ productId, source, range, rule, groups }: Request) {
    const times = timesToRead(rule, startOfDay(range.from), endOfDay(range.to));
    yield* readConversions(this.db, {
      productId,
      ...times,
      windowDays: rule.windowDays,
      clickId: source.clickId,
      groupOf: new Map([...groups].flatMap(([group, ads]) => ads.map(({ id }) => [id, group]))),
      evaluation: await readEvaluation(this.db, productId),
    });
  }

  /** Returns the id and label of each row. */
  private async names({ productId, axis, groups }: Request) {
    const asps = (await readLabels(this.db, productId, ['asp'])).get('asp');
    return new Map(
      [...groups].map(([group, ads]) => [
        group,
        axis === 'ad'
          ? { adId: group, ad: ads[0]?.ad_name ?? null, aspId: null, asp: null }
          : { adId: null, ad: null, aspId: group === NO_ASP ? null : group, asp: asps?.get(group) ?? null },
      ]),
    );
  }

  private async rowsOf(request: Request, waterfalls: ReadonlyMap<number, GapWaterfall>) {
    const { productId, range, rule, source, groups, media } = request;
    const ads = [...groups.values()].flat();
    const ids = ads.map(({ id }) => id);
    const [names, clicks, fees] = await Promise.all([
      this.names(request),
      readClicks(this.db, productId, ids, range, {
        ...{ clickId: source.clickId, dayOf: rule.dayOf, nextDay: addDays(range.to, 1) },
      }),
      readFees(this.db, productId, ads, range),
    ]);
    const reports = groupBy(media, ({ adId }) => adId);
    return [...groups].map(([group, own]) => {
      const reported = own.flatMap(({ id }) => reports.get(id) ?? []);
      const counts = own.map(({ id }) => clicks.get(id) ?? NO_CLICKS);
      const fee = sum(own, ({ id }) => fees.get(id) ?? 0);
      return {
        ...names.get(group),
        ...conversionsOf(request, waterfalls.get(group) ?? new GapWaterfall(rule, range), reported),
        clicks: clicksOf(counts, sumKnown(reported.map((day) => day.clicks))),
        cost: {
          ours: sum(counts, ({ cost }) => cost) + fee,
          reported: sumKnown(reported.map((day) => day.cost)),
        },
      };
    });
  }
}

/** Returns the waterfall of conversions up to what the medium reports. */
function conversionsOf({ range, source }: Request, waterfall: GapWaterfall, media: readonly MediaDay[]) {
  const steps = waterfall.steps().map(({ key, ...step }) => ({ key: snakeCase(key), ...step }));
  const reported = sumKnown(media.map(({ conversions }) => conversions));
  const viewThrough = sumKnown(media.map((day) => day.viewThrough));
  const ours = waterfall.steps().at(-1)?.after ?? 0;
  const views = source.countsViews ? (viewThrough ?? 0) : 0;
  const after = ours + views;
  const byDay = groupBy(media, ({ day }) => day);
  return {
    ours: waterfall.ours,
    steps: [...steps, { key: 'view_through', change: views, after }],
    ...{ viewThrough, reported, unexplained: difference(reported, after) },
    unexplainedDays: daysIn(range).map((day) => ({
      day,
      reported: sumKnown((byDay.get(day) ?? []).map(({ conversions }) => conversions)),
      ours: waterfall.byDay.get(day) ?? 0,
    })),
  };
}

/** Returns the waterfall of clicks. */
function clicksOf(counts: readonly AdClicks[], reported: number | null) {
  const total = (key: keyof AdClicks): number => sum(counts, (one) => one[key]);
  const stages = ['ours', 'exclusions', 'clickId', 'timeZone'] as const;
  const steps = stages.slice(1).map((key, at) => {
    const after = total(key);
    return { key: snakeCase(key), change: after - total(stages[at] ?? 'ours'), after };
  });
  return { ours: total('ours'), steps, reported, unexplained: difference(reported, total('timeZone')) };
}

const formatted = (day: number): string => String(day).replace(/(....)(..)(..)/, '$1/$2/$3');

/** Returns why a conversion came or went with a step. */
function reasonOf(
  step: GapStep,
  { direction, before, after }: GapMove,
  { excluded }: ReadConversion,
  { source }: Request,
): FailureMessage {
  const day = after?.day ?? before?.day;
  const params = {
    days: source.clickWindowDays,
    clickId: source.clickId,
    zone: source.timeZone,
    day: day ? formatted(day) : '',
  };
  if (step === 'exclusions') return { key: excluded ? 'gapOfExcluded' : 'gapOfExcludedClick' };
  return { key: REASONS[step][direction], params };
}

const REASONS = {
  ownClicks: { in: 'gapOfOtherAd', out: 'gapOfOtherAd' },
  window: { in: 'gapOfLongWindow', out: 'gapOfOldClick' },
  clickId: { in: 'gapOfNoClickId', out: 'gapOfNoClickId' },
  counting: { in: 'gapOfSameClick', out: 'gapOfSameClick' },
  day: { in: 'gapOfClickDay', out: 'gapOfClickDay' },
  timeZone: { in: 'gapOfZoneDay', out: 'gapOfZoneDay' },
} as const satisfies Record<Exclude<GapStep, 'exclusions'>, Record<'in' | 'out', FailureMessage['key']>>;
