import { axes, type AxisKey, type BaseValues } from '../../../shared/catalog';
import { judgeVariants, wilsonInterval } from '../../../shared/domain/experiment';
import type { Database } from '../../db/database';
import { deviceLabel } from '../../facts/labels';
import type { KnownVariant } from '../../facts/variants';
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
interface RowSums {
  readonly row: ReportRow;
  readonly sums: BaseValues;
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
  const redirectRequest = { ...request, axes: ['redirect' as const, ...others] };
  const { groups } = await readGroups(
    db,
    redirectRequest,
    { range: request.range, keys: ['clicks'] },
    readReportAds(db, redirectRequest),
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

function sumClicks(rowSums: readonly RowSums[]): Map<TestName, number> {
  const clicks = new Map<TestName, number>();
  for (const { test, sums } of rowSums) clicks.set(test, (clicks.get(test) ?? 0) + sums.clicks);
  return clicks;
}

/** Sets the fields that depend on one row alone. */
function setRowFields(row: ReportRow, { clicks, cvChosen, cvFinal }: BaseValues): void {
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
function compareVariants(rowSums: readonly RowSums[]): void {
  const tests = new Map<TestName, RowSums[]>();
  for (const one of rowSums) {
    if (!one.variant) continue;
    const rivals = tests.get(one.test);
    if (rivals) rivals.push(one);
    else tests.set(one.test, [one]);
  }
  for (const rivals of tests.values()) {
    const results = judgeVariants(
      rivals.map(({ sums }) => ({ trials: sums.clicks, successes: sums.cvChosen })),
    );
    rivals.forEach(({ row }, index) => {
      row.bestProbability = results[index]?.bestProbability ?? null;
      row.expectedLoss = results[index]?.expectedLoss ?? null;
    });
  }
}

/** Adds delivery, intervals and the best variant of each redirect to the rows of the LPO report. */
export function lpoRows(db: Database, request: ReportRequest, variants: readonly KnownVariant[]): Extension {
  const { requestedFields } = request;
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const hasRedirect = request.axes.includes('redirect');
  const others = request.axes.filter((axis) => axis !== 'redirect' && axis !== 'lpoTitle');
  const sumsOf = new Map<ReportRow, BaseValues>();
  const rowSumsOf = (row: ReportRow, sums: BaseValues): RowSums => {
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
      setRowFields(row, sums);
      sumsOf.set(row, sums);
    },
    async complete(rows) {
      if (!request.axes.includes('lpoTitle')) return;
      const all = rows.map((row) => rowSumsOf(row, sumsOf.get(row)!));
      const clicks =
        hasRedirect || !requestedFields.has('deliverRatioActual')
          ? sumClicks(all)
          : await readClicks(db, request, others);
      for (const { row, sums, variant, test } of all) {
        const ofTest = clicks.get(test) ?? 0;
        row.deliverRatio = variant?.rate ?? null;
        row.deliverRatioActual = variant && ofTest > 0 ? (100 * sums.clicks) / ofTest : null;
      }
      if (requestedFields.has('bestProbability') || requestedFields.has('expectedLoss')) compareVariants(all);
    },
  };
}
