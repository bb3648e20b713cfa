import { axes, type AxisKey, type BaseValues } from '../../../shared/catalog';
import { judgeVariants, LOSS_CLICKS, wilsonInterval } from '../../../shared/domain/experiment';
import { punctuation, displayNumber } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Database } from '../../db/database';
import {
  readAds,
  deviceLabel,
  readDeliveryChanges,
  readVariants,
  type KnownVariant,
} from '../../facts/labels';
import type { LpoRow, LpoTest, ReportRow } from '../input';
import type { Column } from '../report/columns';
import { groupsOf, readReportAds, readTables } from '../report/read-groups';
import { plainReport } from '../report/read-report';
import type { Extension, ExtensionContext, Part, Report } from '../report/report';
import type { ReportRequest } from '../report/request';

const VARIANT: Part = {
  type: 'LpoTestVariant',
  fields: { lpoTitleId: 'int', lpoTitle: 'text', url: 'text', deliverRatio: 'int', retired: 'bool' },
  list: true,
};
const TEST: Part = {
  type: 'LpoTest',
  fields: {
    redirectId: 'int',
    redirect: 'text',
    lpoFlag: 'bool',
    deliveryChangedAt: 'instant?',
    variants: VARIANT,
  },
  list: true,
};

const column = (name: string, field: Exclude<keyof LpoRow, 'cvCount'>, unit: Column['unit']): Column => ({
  name,
  fields: [field],
  value: (row) => row[field],
  title: (locale) => texts[locale].lpo.columns[field].title,
  unit,
});

/** A share that rows hold in percent; files show it like the screen. */
const inPercent = (share: Column): Column => ({
  ...share,
  fileValue(row) {
    const percent = share.value(row);
    return typeof percent === 'number' ? displayNumber(percent / 100, 'ratio') : null;
  },
});

/** A rate, shown per 1,000 clicks. */
const expectedLoss: Column = {
  ...column('expected_loss', 'expectedLoss', 'ratio'),
  fileValue: (row) =>
    row.expectedLoss == null ? null : displayNumber(row.expectedLoss * LOSS_CLICKS, 'number'),
  fileTitle: (locale) =>
    punctuation[locale].aside(texts[locale].lpo.columns.expectedLoss.title, texts[locale].lpo.lossPer),
};

/** Conversions of the comparison days, the only such value that rows of this report have. */
const cvTotalBefore: Column = {
  name: 'cv_total_previous',
  fields: ['previous.cvTotalFinal'],
  value: (row) => row.previous?.cvTotalFinal ?? null,
  title: (locale) => `${texts[locale].lpo.columns.cvTotal.title} ${texts[locale].report.compared}`,
  unit: 'count',
};

/** Returns the redirects with variants that match the request, with their current settings. */
async function testsOf(
  db: Database,
  companyId: number,
  { productId, range, filters }: ReportRequest,
  variants: readonly KnownVariant[],
): Promise<LpoTest[]> {
  const ads = filters.hasAdFilter ? await readAds(db, productId, filters.ads, []) : null;
  const matching = variants.filter(
    ({ adId, redirectId }) => (ads?.has(adId) ?? true) && (filters.redirectIds?.includes(redirectId) ?? true),
  );
  const tests = new Map<number, LpoTest>();
  for (const { id, redirectId, redirect, lpoFlag, title, url, rate, retired } of matching) {
    const test = tests.get(redirectId) ?? {
      redirectId,
      redirect,
      lpoFlag,
      deliveryChangedAt: null,
      variants: [],
    };
    tests.set(redirectId, test);
    test.variants.push({ lpoTitleId: id, lpoTitle: title, url, deliverRatio: rate, retired });
  }
  for (const [id, at] of await readDeliveryChanges(db, companyId, [...tests.keys()], range.from)) {
    const test = tests.get(id);
    if (test) test.deliveryChangedAt = at;
  }
  return [...tests.values()];
}

/**
 * Identifies a test: the redirect and the other axis values. Rows that only differ in their variant compete.
 */
type TestName = string;
type Value = string | number | null;

const nameOf = (redirectId: number | null, others: readonly Value[]): TestName =>
  JSON.stringify([redirectId, ...others]);
const valueOn = (row: ReportRow, axis: AxisKey): Value => row[axes[axis].idKey ?? axis] ?? null;

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
  const facts = await readTables(
    db,
    redirectRequest,
    { range: request.range, keys: ['clicks'] },
    readReportAds(db, redirectRequest),
  );
  const { groups } = groupsOf(facts, redirectRequest.axes);
  return new Map(
    groups.map(({ ids: [redirectId = null, ...rest], sums }) => {
      const values = others.map((axis, index) =>
        axis === 'device' ? deviceLabel(Number(rest[index]) || null) : (rest[index] ?? null),
      );
      return [nameOf(Number(redirectId) || null, values), sums.clicks];
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
function lpoRows(db: Database, request: ReportRequest, variants: readonly KnownVariant[]): Extension {
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

async function extension({ db, actor, request }: ExtensionContext): Promise<Extension> {
  const variants = await readVariants(db, request.productId);
  const tests = await testsOf(db, actor.companyId, request, variants);
  return { ...lpoRows(db, request, variants), resultFields: { tests } };
}

/** LPO: compares the landing page variants of each redirect. */
export const lpoAnalysis: Report = {
  ...plainReport,
  row: 'LpoAnalysisRow',
  defaultAxes: ['redirect', 'lpoTitle'],
  comparison: true,
  fields: {
    deliverRatio: 'int?',
    deliverRatioActual: 'float?',
    cvTotal: 'int',
    cvCount: 'int',
    cvrLow: 'float?',
    cvrHigh: 'float?',
    bestProbability: 'float?',
    expectedLoss: 'float?',
  },
  resultFields: { ...plainReport.resultFields, tests: TEST },
  columns: [
    inPercent(column('deliver_ratio', 'deliverRatio', 'ratio')),
    inPercent(column('deliver_ratio_actual', 'deliverRatioActual', 'ratio')),
    column('cv_total', 'cvTotal', 'count'),
    column('cvr_low', 'cvrLow', 'ratio'),
    column('cvr_high', 'cvrHigh', 'ratio'),
    column('best_probability', 'bestProbability', 'ratio'),
    expectedLoss,
  ],
  extraColumns: [cvTotalBefore],
  extension,
};
