import type { ExperimentControl, ExperimentMeasure, NewAndExistingEvaluation } from '../../../shared/catalog';
import { addDays, DAYS_A_WEEK, type Day } from '../../../shared/domain/calendar';
import { SETTLING_DAYS } from '../../../shared/domain/on-off';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';

/** An on/off test: the ads stay off for whole weeks from a day. */
export interface ExperimentPlan {
  readonly companyId: number;
  readonly productId: number;
  readonly adIds: readonly number[];
  readonly firstDay: Day;
  readonly offWeeks: number;
  readonly preWeeks: number;
  readonly measure: ExperimentMeasure;
  readonly control: ExperimentControl;
  /** Ads that keep running; none: all others. */
  readonly controlAdIds: readonly number[];
  /** Evaluation that it was frozen with; null: the product's. */
  readonly evaluation: NewAndExistingEvaluation | null;
  readonly frozenAt: Date | null;
  /** As frozen; null for a plan. */
  readonly minimalEffect: number | null;
  readonly minimalEffectShare: number | null;
}

type Period = Pick<ExperimentPlan, 'firstDay' | 'offWeeks'>;

/** Returns the last day without the ads. */
export const lastDayOf = ({ firstDay, offWeeks }: Period): Day =>
  addDays(firstDay, DAYS_A_WEEK * offWeeks - 1);

/** Returns the day from which the result is read: conversions arrive late. */
export const readableFrom = (plan: Period): Day => addDays(lastDayOf(plan), 1 + SETTLING_DAYS);

/** `planned` until it is frozen. */
export type ExperimentState = 'planned' | 'scheduled' | 'running' | 'settling' | 'finished';

/** Returns where an experiment stands on a day. */
export function stateOf(plan: Period & Pick<ExperimentPlan, 'frozenAt'>, today: Day): ExperimentState {
  if (plan.frozenAt === null) return 'planned';
  if (today < plan.firstDay) return 'scheduled';
  if (today <= lastDayOf(plan)) return 'running';
  return today < readableFrom(plan) ? 'settling' : 'finished';
}

type StoredPlan = Omit<ExperimentPlan, 'adIds' | 'controlAdIds' | 'frozenAt'> & {
  readonly frozenAt: string | number | null;
};

/** Reads a stored plan; null if it does not exist. The caller checks that the actor may see it. */
export async function readPlan(db: Database, id: number): Promise<ExperimentPlan | null> {
  const [row] = await select<StoredPlan>(db)`SELECT p.company_id AS companyId, e.product_id AS productId,
    e.first_day AS firstDay, e.off_weeks AS offWeeks, e.pre_weeks AS preWeeks, e.measure, e.control,
    e.evaluation, e.frozen_at AS frozenAt, e.minimal_effect AS minimalEffect,
    e.minimal_effect_share AS minimalEffectShare
    FROM experiment e JOIN product p ON p.id = e.product_id WHERE e.id = ${id}`;
  if (!row) return null;
  const ads = await select<{ adId: number; isOff: number }>(db)`SELECT ad_id AS adId, is_off AS isOff
    FROM experiment_ad WHERE experiment_id = ${id} ORDER BY ad_id`;
  const idsOf = (isOff: number): number[] => ads.filter((ad) => ad.isOff === isOff).map(({ adId }) => adId);
  const frozenAt = row.frozenAt === null ? null : new Date(Number(row.frozenAt));
  return { ...row, frozenAt, adIds: idsOf(1), controlAdIds: idsOf(0) };
}
