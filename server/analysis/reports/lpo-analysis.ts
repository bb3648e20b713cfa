import { axisKeys } from '../../../shared/catalog';
import { LOSS_CLICKS } from '../../../shared/domain/experiment';
import { punctuation, displayNumber } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import { readAds } from '../../facts/ads';
import { readDeliveryChanges, readVariants, type KnownVariant } from '../../facts/variants';
import type { ReportInput, ReportResult } from '../input';
import type { Column } from '../report/columns';
import type { LpoRow, LpoTest } from '../report/lpo-row';
import { readReport } from '../report/read-report';
import { plainReport, type Part, type Report } from '../report/report';
import type { ReportRequest } from '../report/request';
import { lpoRows } from './lpo-rows';

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

async function read(db: Database, actor: Actor, input: ReportInput, now = Date.now()): Promise<ReportResult> {
  let tests: LpoTest[] = [];
  const result = await readReport(db, actor, lpoAnalysis, input, now, async (request) => {
    const variants = await readVariants(db, request.productId);
    tests = await testsOf(db, actor.companyId, request, variants);
    return lpoRows(db, request, variants);
  });
  return Object.assign(result, { tests });
}

/** LPO: compares the landing page variants of each redirect. */
export const lpoAnalysis: Report = {
  ...plainReport,
  path: 'lpo_analysis',
  type: 'LpoAnalysis',
  row: 'LpoAnalysisRow',
  axes: axisKeys,
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
  resultFields: { tests: TEST },
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
  read,
};
