import { ExperimentMeasure, type NewAndExistingEvaluation } from '../../../shared/catalog';
import { countDays, dayOf, DAYS_A_WEEK, type Day, type DayRange } from '../../../shared/domain/calendar';
import type { CreditMeasure } from '../../../shared/domain/attribution';
import { CLICKS_LEFT, type Estimate } from '../../../shared/domain/on-off';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import type { Database } from '../../db/database';
import { select, sql } from '../../db/statements';
import { SharedResults } from '../disagreement/shared-results';
import { readMetricsVersion } from '../../rollups';
import { readExperiment } from './figures';
import { lastDayOf, readableFrom, readPlan } from './plan';

/** Most tests of a map; the latest count. */
const MAX_MEASURED = 50;

interface MeasuredRow {
  readonly id: number;
  readonly version: number;
  readonly adId: number;
  readonly firstDay: Day;
  readonly offWeeks: number;
}

interface MapOf {
  readonly actor: Actor;
  readonly productId: number;
  readonly measure: CreditMeasure;
  readonly evaluation: NewAndExistingEvaluation;
  readonly range: DayRange;
}

/** Reads what finished on/off tests of single ads measured. Keeps the latest results. */
export class MeasuredEffects {
  private readonly results = new SharedResults<Estimate | null>(4 * MAX_MEASURED);

  constructor(private readonly db: Database) {}

  /**
   * Returns the measured effect of each ad in the period of a map, by the ad's latest test with the measure and the
   * evaluation of the map. The effect of the test is scaled by time: effect per week of the test x weeks of the
   * period. This assumes that the ad works in the period as it did before the test.
   */
  async read(
    { actor, productId, measure, evaluation, range }: MapOf,
    now: number,
  ): Promise<Map<number, Estimate>> {
    const effects = new Map<number, Estimate>();
    if (actor.grants.experiments.right === 'none') return effects;
    const wanted = measure === 'amount' ? ExperimentMeasure.AMOUNT : ExperimentMeasure.CONVERSIONS;
    const today = dayOf(now);
    const rows = await select<MeasuredRow>(this.db)`SELECT e.id, e.version, MIN(x.ad_id) AS adId,
      e.first_day AS firstDay, e.off_weeks AS offWeeks
      FROM experiment e JOIN experiment_ad x ON x.experiment_id = e.id AND x.is_off = 1
      WHERE e.product_id = ${productId} AND e.measure = ${wanted} AND e.evaluation = ${evaluation}
      AND e.frozen_at IS NOT NULL AND e.first_day < ${today}
      GROUP BY e.id, e.version, e.first_day, e.off_weeks HAVING COUNT(*) = 1
      ORDER BY e.first_day DESC, e.id DESC LIMIT ${sql(String(MAX_MEASURED))}`;
    for (const row of rows) {
      if (effects.has(row.adId) || today < readableFrom(row)) continue;
      const effect = await this.effectOf(row, productId, now);
      if (!effect) continue;
      const scale = countDays(range.from, range.to) / (DAYS_A_WEEK * row.offWeeks);
      effects.set(row.adId, {
        value: effect.value * scale,
        low: effect.low * scale,
        high: effect.high * scale,
      });
    }
    return effects;
  }

  /** Returns the effect over the weeks of a test; null if its data are gone, or the ad was not off. */
  private async effectOf(row: MeasuredRow, productId: number, now: number): Promise<Estimate | null> {
    const { db } = this;
    const version = await readMetricsVersion(db, productId, { from: 0, to: lastDayOf(row) });
    return this.results.read([row.id, row.version, version].join(), { now: 0, until: Infinity }, async () => {
      const plan = await readPlan(db, row.id);
      try {
        const { result } = plan ? await readExperiment(db, plan, now) : { result: null };
        if (!result || (result.clicksLeft ?? 0) > CLICKS_LEFT.many) return null;
        return { value: result.effect, low: result.low, high: result.high };
      } catch (error) {
        if (error instanceof Failure) return null;
        throw error;
      }
    });
  }
}

/** Adds the measured effects to the rows of ads. */
export const withMeasured = <Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  effects: ReadonlyMap<number, Estimate>,
): (Row & { measured: number | null; measured_low: number | null; measured_high: number | null })[] =>
  rows.map((row) => {
    const effect = effects.get(Number(row.adId ?? 0));
    return {
      ...row,
      measured: effect?.value ?? null,
      measured_low: effect?.low ?? null,
      measured_high: effect?.high ?? null,
    };
  });
