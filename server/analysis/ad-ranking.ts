import { bestAndWorst, rankingCostOf, measureKeys, measures, type MeasureKey } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';
import { isKeyOf } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import type { Database } from '../db/database';
import type { ReportRow } from './input';
import type { ExcludedRows } from './report/figure-filter';
import { readConsistentReport } from './report/read-report';
import { adSummaries } from './reports';

/** Parameters of an ad ranking. */
export interface RankingInput {
  readonly productId: number;
  readonly dateFrom: Day;
  readonly dateTo: Day;
  readonly measure: string;
  /** Number of ads on each side, at most 50. */
  readonly size: number;
  /** Conditions on the metric values of an ad. */
  readonly figures?: readonly string[] | null;
  /** Paths of the fields to read. */
  readonly fields?: readonly string[] | null;
}

export interface AdRanking {
  readonly best: readonly ReportRow[];
  readonly worst: readonly ReportRow[];
  /** Number of ads with any facts in these days that meet the conditions. */
  readonly count: number;
  /** Rows that the conditions left out; absent without conditions. */
  readonly excluded?: ExcludedRows;
}

const MAX_SIZE = 50;

/**
 * Returns the ad statistics rows at both ends of a measure. Direct conversions are not an ad.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function adRanking(
  db: Database,
  actor: Actor,
  input: RankingInput,
  now: number,
): Promise<AdRanking> {
  const { productId, dateFrom, dateTo, measure, size, figures, fields } = input;
  if (!isKeyOf(measures, measure))
    throw badInput({ measure: { key: 'mustBeOneOf', params: { values: measureKeys.join(', ') } } });
  if (size < 1) throw badInput({ size: { key: 'minValue', params: { min: 1 } } });
  if (size > MAX_SIZE) throw badInput({ size: { key: 'maxValue', params: { max: MAX_SIZE } } });
  const needed: readonly (MeasureKey | undefined)[] = [measure, rankingCostOf(measure), 'adCost'];
  const report = await readConsistentReport(
    db,
    adSummaries,
    actor,
    {
      productId,
      dateFrom,
      dateTo,
      axis: ['ad'],
      filters: { figures: figures ?? null },
      fields: fields ? [...fields, ...needed.map((key) => `figures.${key}`)] : null,
    },
    now,
  );
  const ads = report.results.flatMap((row) =>
    row.noAd || row.adId == null ? [] : [{ id: row.adId, figures: row.figures, row }],
  );
  const { best, worst } = bestAndWorst(ads, measure, size);
  return {
    best: best.map(({ row }) => row),
    worst: worst.map(({ row }) => row),
    count: ads.length,
    ...(report.excluded && { excluded: report.excluded }),
  };
}
