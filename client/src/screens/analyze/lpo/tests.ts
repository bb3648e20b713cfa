import type { AxisKey } from '../../../../../shared/catalog';
import { countDays, type DayRange } from '../../../../../shared/domain/calendar';
import {
  checkDelivery,
  judgeTest,
  type DeliveryCheck,
  type Prospect,
  type Verdict,
} from '../../../../../shared/domain/experiment';
import type { LpoQuery } from '../../../generated/graphql';
import { metricValue, rowOnAxis, type ReportRow } from '../../../kit/report/answer';
import type { VisibleRow } from '../../../kit/report/visible';
import { lpoValue } from './lpo-columns';

export type LpoTest = LpoQuery['report']['tests'][number];

/** Configured variant of a test, with its report row if it has one. */
export interface TestVariant {
  id: number;
  title: string;
  /** Current rate in whole percent. */
  rate: number;
  retired: boolean;
  reportRow: VisibleRow | undefined;
  clicks: number;
  /** Conversions behind its CVR. */
  cvs: number;
  prospect: Prospect | null;
}

/** Test as shown in a panel. */
export interface TestView {
  key: string;
  redirectId: number;
  /** Name of the redirect and of the row's other axes. */
  name: string;
  variants: readonly TestVariant[];
  clicks: number;
  cvs: number;
  verdict: Verdict;
  /** Clicks per day in the period. */
  pace: number;
  check: DeliveryCheck;
  /** Visitors whose first contact was with the test, by variant. */
  visitors: readonly number[];
  changedAt: string | null;
}

/** Returns true if rows are split by redirect and variant. */
export const showsTests = (axes: readonly AxisKey[]): boolean =>
  axes.includes('redirect') && axes.includes('lpoTitle');

const count = (row: ReportRow | undefined, key: 'adClickCount' | 'firstTouchCount'): number =>
  row ? (metricValue(row, key) ?? 0) : 0;

function viewOf(
  test: LpoTest,
  key: string,
  others: readonly string[],
  rows: readonly VisibleRow[],
  days: number,
): TestView {
  const byId = new Map(rows.map((entry) => [rowOnAxis(entry.row, 'lpoTitle').id, entry]));
  const set = test.variants
    .map(({ lpoTitleId, lpoTitle, deliverRatio, retired }) => ({
      id: lpoTitleId,
      title: lpoTitle,
      rate: deliverRatio,
      retired,
      reportRow: byId.get(String(lpoTitleId)),
    }))
    .filter(({ retired, reportRow }) => !retired || reportRow);
  const variantCounts = set.map((variant) => {
    const row = variant.reportRow?.row;
    return {
      ...variant,
      clicks: count(row, 'adClickCount'),
      cvs: row ? (lpoValue(row, 'cvCount') ?? 0) : 0,
      visitors: count(row, 'firstTouchCount'),
    };
  });
  const { verdict, prospects } = judgeTest(
    variantCounts.map(({ clicks, cvs, rate }) => ({
      trials: clicks,
      successes: cvs,
      rate: test.lpoFlag ? rate : 0,
    })),
  );
  const clicks = variantCounts.reduce((sum, one) => sum + one.clicks, 0);
  return {
    key,
    redirectId: test.redirectId,
    name: [test.redirect, ...others].join(' / '),
    variants: variantCounts.map((variant, index) => ({ ...variant, prospect: prospects[index] ?? null })),
    clicks,
    cvs: variantCounts.reduce((sum, one) => sum + one.cvs, 0),
    verdict,
    pace: clicks / days,
    check: checkDelivery({
      variants: variantCounts.map(({ visitors, rate }) => ({ count: visitors, rate })),
      isOn: test.lpoFlag,
      isChanged: test.deliveryChangedAt !== null,
    }),
    visitors: variantCounts.map(({ visitors }) => visitors),
    changedAt: test.deliveryChangedAt ?? null,
  };
}

/**
 * Builds the tests from rows of redirects and variants, most clicks first. Each combination with a further
 * axis is a separate test. Tests without clicks come last, and only without further axes or a search.
 * @param nameOn returns the name of a row on an axis
 */
export function testViews(
  tests: readonly LpoTest[],
  rows: readonly VisibleRow[],
  options: { axes: readonly AxisKey[]; range: DayRange; all: boolean },
  nameOn: (row: ReportRow, axis: AxisKey) => string,
): TestView[] {
  const { axes, range, all } = options;
  const days = countDays(range.from, range.to);
  const others = axes.filter((axis) => axis !== 'redirect' && axis !== 'lpoTitle');
  const groups = new Map<string, { redirectId: string | null; others: string[]; rows: VisibleRow[] }>();
  for (const entry of rows) {
    const redirectId = rowOnAxis(entry.row, 'redirect').id;
    const key = JSON.stringify([redirectId, ...others.map((axis) => rowOnAxis(entry.row, axis).id)]);
    const group = groups.get(key) ?? {
      redirectId,
      others: others.map((axis) => nameOn(entry.row, axis)),
      rows: [],
    };
    groups.set(key, group);
    group.rows.push(entry);
  }
  const byId = new Map(tests.map((test) => [String(test.redirectId), test]));
  const clicked = [...groups].flatMap(([key, group]) => {
    const test = byId.get(group.redirectId ?? '');
    const isTested = group.rows.some(({ row }) => rowOnAxis(row, 'lpoTitle').id !== null);
    return test && isTested ? [viewOf(test, key, group.others, group.rows, days)] : [];
  });
  const seen = new Set(clicked.map(({ redirectId }) => redirectId));
  const idle =
    all && others.length === 0 ? tests.filter((test) => test.lpoFlag && !seen.has(test.redirectId)) : [];
  return [
    ...clicked.sort((a, b) => b.clicks - a.clicks),
    ...idle.map((test) => viewOf(test, `idle ${test.redirectId}`, [], [], days)),
  ];
}
