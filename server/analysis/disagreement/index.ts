import { axes, axisName, type AxisKey, type NewAndExistingEvaluation } from '../../../shared/catalog';
import { endOfDay, type Day } from '../../../shared/domain/calendar';
import type { CreditMap, CreditMeasure } from '../../../shared/domain/attribution';
import { DAY_MS } from '../../../shared/domain/journey';
import type { Actor } from '../../auth/actor';
import { badInput, notFound, type FailureMessage } from '../../auth/failure';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';
import { attributeOf, readAds, type KnownAd } from '../../facts/labels';
import { readFacts } from '../../facts/read-facts';
import { readJourneys, readMetricsVersion } from '../../rollups';
import { MeasuredEffects, withMeasured } from '../experiment/measured';
import type { ReportFilters, ReportInput } from '../input';
import { readConsistentReport } from '../report/read-report';
import { attributions } from '../reports/attributions';
import { computeCredits } from './credit-thread';
import { AXES, mapRows, seesOwnAds, type DisagreementRow } from './rows';
import { SharedResults } from './shared-results';

export { MODEL_KEYS } from './model-figures';

/** Arguments of the disagreement map. Absent and null both mean the default. */
export interface DisagreementInput extends Pick<
  ReportInput,
  'productId' | 'dateFrom' | 'dateTo' | 'period' | 'evaluation'
> {
  readonly axis: AxisKey;
  readonly filters?: ReportFilters | null;
  readonly measure: string;
  /** Replicates of the bootstrap. */
  readonly bootstrap: number;
  readonly seed: number;
  /** Age in days from which a journey without conversion counts as null. */
  readonly maturityDays?: number | null;
  readonly includeNull: boolean;
  /** Target CPA in yen of rows without a target. */
  readonly cpa?: number | null;
}

/** Credits of the values of an axis under all models. */
export interface Disagreement {
  readonly results: readonly DisagreementRow[];
  readonly count: number;
  readonly total: DisagreementRow;
  readonly model: Readonly<Record<string, unknown>>;
  readonly dateFrom: Day;
  readonly dateTo: Day;
  readonly evaluation: NewAndExistingEvaluation;
  readonly version: number;
}

const MEASURES = ['cv', 'amount'] as const;
const MAX_REPLICATES = 500;
const MAX_MATURITY = 3650;
const DEFAULT_MATURITY = 30;

/** A result that depends on the current time is computed again after this time. */
const FRESH_MS = 600_000;
const KEPT_RESULTS = 24;
/** All days: journeys depend on conversions and contacts beside the requested ones. */
const ALL_DAYS = { from: 0, to: 99991231 };

const oneOf = (values: readonly string[]): FailureMessage => ({
  key: 'mustBeOneOf',
  params: { values: values.join(', ') },
});

/** @throws BAD_USER_INPUT with the argument */
function requireBetween(name: string, value: number | null | undefined, min: number, max: number): void {
  if (value == null) return;
  if (!(value >= min)) throw badInput({ [name]: { key: 'minValue', params: { min } } });
  if (value > max) throw badInput({ [name]: { key: 'maxValue', params: { max } } });
}

/** @throws BAD_USER_INPUT with the argument */
function validate({
  axis,
  filters,
  measure,
  bootstrap,
  maturityDays,
  cpa,
}: DisagreementInput): CreditMeasure {
  if (!AXES.includes(axis)) throw badInput({ axis: oneOf(AXES.map(axisName)) });
  // A path belongs to ads, not to one of their devices or links.
  for (const name of ['device', 'redirectIds'] as const)
    if (filters?.[name]?.length) throw badInput({ [name]: { key: 'notFilterable', params: { name } } });
  requireBetween('bootstrap', bootstrap, 0, MAX_REPLICATES);
  requireBetween('maturityDays', maturityDays, 0, MAX_MATURITY);
  requireBetween('cpa', cpa, 0, Number.MAX_SAFE_INTEGER);
  const known = MEASURES.find((name) => name === measure);
  if (!known) throw badInput({ measure: oneOf(MEASURES) });
  return known;
}

/** Returns the value of each ad on an axis, 0 without one; null for the ads themselves. */
function valuesOf(axis: AxisKey, ads: ReadonlyMap<number, KnownAd>): Map<number, number> | null {
  const column = axes[axis].adColumn;
  if (column === null) return null;
  return new Map([...ads].map(([id, ad]) => [id, Number(ad[column] ?? 0)]));
}

const hasFilter = (filters: ReportFilters | null | undefined): boolean =>
  Object.values(filters ?? {}).some((values) => (values?.length ?? 0) > 0);

/** Credits with what else depends on all journeys. */
interface JourneyMap extends CreditMap {
  readonly nullFrom: Day | null;
  readonly at: Date;
}

/** Reads disagreement maps and keeps the latest. Create one per process. */
export class DisagreementService {
  private readonly maps = new SharedResults<JourneyMap>(KEPT_RESULTS);

  private readonly measured: MeasuredEffects;

  constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {
    this.measured = new MeasuredEffects(db);
  }

  /**
   * Compares the credit of each value of an axis under all attribution models (data-driven.md section 6). The
   * chain is built from all journeys of the product; filters choose rows.
   *
   * @param gone aborted when the caller no longer waits
   * @throws Failure FORBIDDEN, BAD_USER_INPUT with the field
   */
  async read(actor: Actor, input: DisagreementInput, gone?: AbortSignal): Promise<Disagreement> {
    const { db } = this;
    const now = this.now();
    const measure = validate(input);
    const { productId, axis, filters } = input;
    const version = await readMetricsVersion(db, productId, ALL_DAYS);
    const report = await this.readModels(actor, input, null, now);
    const chosen = hasFilter(filters)
      ? (await this.readModels(actor, input, filters, now)).results
      : report.results;
    const days = { from: report.dateFrom, to: report.dateTo };
    const ads = await readAds(db, productId, {}, [attributeOf(axis) ?? 'ad_name']);
    const valueOf = valuesOf(axis, ads);
    const map = await this.maps.read(
      JSON.stringify([
        [productId, version, days, report.evaluation, axis, measure, input.maturityDays],
        [input.includeNull, input.bootstrap, input.seed, valueOf && [...valueOf]],
      ]),
      { now, until: now > endOfDay(days.to) ? Infinity : now + FRESH_MS, gone },
      async (signal) => {
        const [product] = await select<{ term: number }>(db)`SELECT tracking_term AS term FROM product
          WHERE id = ${productId}`;
        if (!product) throw notFound();
        const maturity = input.maturityDays ?? Math.min(DEFAULT_MATURITY, product.term);
        const { nullFrom, ...journeys } = await readJourneys(
          this.db,
          {
            productId,
            range: days,
            evaluation: report.evaluation,
            matureUntil: Math.min(now, endOfDay(days.to) + 1) - maturity * DAY_MS,
          },
          signal,
        );
        const { includeNull, bootstrap, seed } = input;
        const interactions = await this.countInteractions(productId, days, valueOf);
        const credits = await computeCredits(
          {
            ...journeys,
            valueOf,
            interactions,
            measure,
            includeNulls: includeNull,
            replicates: bootstrap,
            seed,
          },
          signal,
        );
        return { ...credits, nullFrom, at: new Date(now) };
      },
    );
    const { rows, total } = mapRows({ axis, measure, report, chosen, map, cpa: input.cpa ?? null, actor });
    const { evaluation } = report;
    const effects =
      axis === 'ad'
        ? await this.measured.read({ actor, productId, measure, evaluation, range: days }, now)
        : new Map<number, never>();
    // The numbers of all journeys are those of the product, not of an agency's ads.
    const ofProduct = <T>(value: T): T | null => (seesOwnAds(actor) ? null : value);
    return {
      results: withMeasured(rows, effects),
      count: rows.length,
      total: { ...total, measured: null, measured_low: null, measured_high: null },
      model: {
        journeys: ofProduct(map.journeys),
        nullJourneys: ofProduct(map.nullJourneys),
        openJourneys: ofProduct(map.openJourneys),
        base: ofProduct(map.base),
        states: map.states,
        transitions: map.transitions,
        orders: map.orders,
        suggestedOrder: map.suggestedOrder,
        computedAt: map.at,
        nullFrom: map.nullFrom,
      },
      dateFrom: days.from,
      dateTo: days.to,
      evaluation: report.evaluation,
      version,
    };
  }

  /** Reads the credit of rows under the models that divide single conversions, with costs and targets. */
  private readModels(
    actor: Actor,
    input: DisagreementInput,
    filters: ReportFilters | null | undefined,
    now: number,
  ) {
    const { productId, dateFrom, dateTo, period, axis, evaluation } = input;
    const credits = ['models.figures.attrCv', 'models.figures.attrAmount'];
    const fields = [...credits, 'figures.adCost', 'targets.cpa', axis];
    return readConsistentReport(
      this.db,
      attributions,
      actor,
      { productId, dateFrom, dateTo, period, axis: [axis], evaluation, filters: filters ?? null, fields },
      now,
    );
  }

  /** Counts the counted interactions of each value, of all ads. */
  private async countInteractions(
    productId: number,
    range: { from: Day; to: Day },
    valueOf: ReadonlyMap<number, number> | null,
  ): Promise<Map<number, number>> {
    const tables = await readFacts(this.db, {
      productId,
      range,
      groupBy: ['ad_id'],
      keys: ['clicks'],
      evaluation: 3,
      cvSettingIds: null,
      only: {},
    });
    const counts = new Map<number, number>();
    for (const { ad_id: ad = 0, clicks } of tables.flatMap(({ facts }) => facts)) {
      const value = valueOf ? (valueOf.get(ad ?? 0) ?? 0) : (ad ?? 0);
      counts.set(value, (counts.get(value) ?? 0) + (clicks ?? 0));
    }
    return counts;
  }
}
