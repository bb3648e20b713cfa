import { axes, type AxisKey, type BaseSums } from '../../../shared/catalog';
import { judgeVariants, wilsonInterval } from '../../../shared/domain/experiment';
import type { Database } from '../../db/database';
import { deviceLabel } from '../facts/labels';
import type { KnownVariant } from '../facts/variants';
import type { ReportRow } from '../input';
import { readGroups, readReportAds } from '../report/read-groups';
import type { Extension } from '../report/read-report';
import type { ReportRequest } from '../report/request';

/**
 * Identifies a test: the redirect and the other axis values. Rows that only differ in their variant compete.
 */
type TestName = string;
type Value = string | number | null;

const nameOf = (redirectId: number | null, others: readonly Value[]): TestName =>
  JSON.stringify([redirectId, ...others]);
const valueOn = (row: ReportRow, axis: AxisKey): Value => row[axes[axis].idKey ?? 'device'] ?? null;

/** A row with the sums of its metrics. */
interface Counted {
  readonly row: ReportRow;
  readonly sums: BaseSums;
  /** Null: the row has no variant. */
  readonly variant: KnownVariant | null;
  readonly test: TestName;
}

/**
 * Reads the clicks of redirects if rows are not grouped by redirect. A separate read is needed because clicks
 * without a variant count too.
 */
async function readClicks(
  db: Database,
  request: ReportRequest,
  others: readonly AxisKey[],
): Promise<Map<TestName, number>> {
  const asked = { ...request, axes: ['redirect' as const, ...others] };
  const { groups } = await readGroups(
    db,
    asked,
    { range: request.range, keys: ['clicks'] },
    readReportAds(db, asked),
  );
  return new Map(
    groups.map(({ ids: [redirectId = null, ...rest], sums }) => {
      const values = others.map((axis, index) =>
        axis === 'device' ? deviceLabel(rest[index] ?? null) : (rest[index] ?? null),
      );
      return [nameOf(redirectId, values), sums.clicks];
    }),
  );
}

function sumClicks(counted: readonly Counted[]): Map<TestName, number> {
  const clicks = new Map<TestName, number>();
  for (const { test, sums } of counted) clicks.set(test, (clicks.get(test) ?? 0) + sums.clicks);
  return clicks;
}

/** Sets the fields that depend on one row alone. */
function ofItself(row: ReportRow, { clicks, cvChosen, cvFinal }: BaseSums): void {
  const interval = wilsonInterval({ trials: clicks, successes: cvChosen });
  row.cvTotal = cvFinal;
  row.cvCount = cvChosen;
  row.cvrLow = interval?.low ?? null;
  row.cvrHigh = interval?.high ?? null;
  row.deliverRatio = null;
  row.deliverRatioActual = null;
  row.bestProbability = null;
  row.expectedLoss = null;
}

/** Sets the results of the variants of each test against each other. */
function compete(counted: readonly Counted[]): void {
  const tests = new Map<TestName, Counted[]>();
  for (const one of counted) {
    if (!one.variant) continue;
    const rivals = tests.get(one.test);
    if (rivals) rivals.push(one);
    else tests.set(one.test, [one]);
  }
  for (const rivals of tests.values()) {
    const judged = judgeVariants(
      rivals.map(({ sums }) => ({ trials: sums.clicks, successes: sums.cvChosen })),
    );
    rivals.forEach(({ row }, index) => {
      row.bestProbability = judged[index]?.bestProbability ?? null;
      row.expectedLoss = judged[index]?.expectedLoss ?? null;
    });
  }
}

/** Adds delivery, intervals and the best variant of each redirect to the rows of the LPO report. */
export function lpoRows(db: Database, request: ReportRequest, variants: readonly KnownVariant[]): Extension {
  const { wanted } = request;
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const hasRedirect = request.axes.includes('redirect');
  const others = request.axes.filter((axis) => axis !== 'redirect' && axis !== 'lpoTitle');
  const sumsOf = new Map<ReportRow, BaseSums>();
  const counted = (row: ReportRow, sums: BaseSums): Counted => {
    const variant = byId.get(row.lpoTitleId ?? 0) ?? null;
    const redirectId = hasRedirect ? (row.redirectId ?? null) : (variant?.redirectId ?? null);
    return {
      row,
      sums,
      variant,
      test: nameOf(
        redirectId,
        others.map((axis) => valueOn(row, axis)),
      ),
    };
  };
  return {
    measures: [],
    keys: ['clicks', 'cvFinal', 'cvChosen'],
    extend(row, sums) {
      ofItself(row, sums);
      sumsOf.set(row, sums);
    },
    async complete(rows) {
      if (!request.axes.includes('lpoTitle')) return;
      const all = rows.map((row) => counted(row, sumsOf.get(row)!));
      const clicks =
        hasRedirect || !wanted.has('deliverRatioActual')
          ? sumClicks(all)
          : await readClicks(db, request, others);
      for (const { row, sums, variant, test } of all) {
        const ofTest = clicks.get(test) ?? 0;
        row.deliverRatio = variant?.rate ?? null;
        row.deliverRatioActual = variant && ofTest > 0 ? (100 * sums.clicks) / ofTest : null;
      }
      if (wanted.has('bestProbability') || wanted.has('expectedLoss')) compete(all);
    },
  };
}
