import { badInput } from '../../auth/failure';
import type { Actor } from '../../auth/actor';
import { ownAgency, requireRight } from '../../auth/permissions';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import { cvInfoColumns, rowFields } from '../cv-info/columns';
import { frequentPaths, FREQUENT_PATH, readPaths, type Shown } from '../cv-info/frequent-paths';
import { asRow, CvInfoRows } from '../cv-info/rows';
import { DISTRIBUTION, latencyDistribution, readSums, TOTAL, totalOf, touchDistribution } from '../cv-info/sums';
import { readAds } from '../facts/ads';
import type { ReportInput, ReportResult } from '../input';
import { plainReport, type Report } from '../report/report';
import { resolveRequest, type ReportRequest } from '../report/request';
import { figureVersion } from '../rollups';

const MENU = 'analyze';
const PATHS = 20;
const MOST_PATHS = 100;

/** What the report is asked beside what all reports are. */
interface CvInfoInput extends ReportInput {
  pathLimit?: number | null;
  compress?: boolean | null;
}

/** Masked, where nobody gave codes for customers. */
const NO_CODE: CustomerCode = () => '-';

/** Ads as the reader may see them: an agency sees its own, and of others that they are there. */
async function shownAds(db: Database, actor: Actor, { productId }: ReportRequest): Promise<Shown> {
  const agency = ownAgency(actor, requireRight(actor, MENU, 'view'));
  const ads = await readAds(db, productId, {}, ['ad_name', 'agency_id']);
  return (id) => {
    const ad = ads.get(id);
    return agency !== null && ad?.agency_id !== agency ? null : { id, name: ad?.ad_name ?? null };
  };
}

/** @throws BAD_USER_INPUT */
function limitOf(limit: number | null | undefined): number {
  if (limit == null) return PATHS;
  if (!Number.isInteger(limit) || limit < 1) throw badInput({ pathLimit: { key: 'minValue', params: { min: 1 } } });
  if (limit > MOST_PATHS) throw badInput({ pathLimit: { key: 'maxValue', params: { max: MOST_PATHS } } });
  return limit;
}

/** What is asked for beside the rows; all of it costs a look at every conversion of the days. */
async function besideOf(db: Database, actor: Actor, request: ReportRequest, input: CvInfoInput, sums: Awaited<ReturnType<typeof readSums>>) {
  const asked = (name: keyof typeof answer): boolean => input.beside?.includes(name) ?? true;
  const limit = limitOf(input.pathLimit);
  const [latencies, paths] = await Promise.all([
    asked('latencies') ? latencyDistribution(db, request) : undefined,
    asked('frequentPaths') || asked('pathCount') ? readPaths(db, request) : undefined,
  ]);
  const frequent = paths && (await frequentPaths(paths, await shownAds(db, actor, request), { compressed: input.compress ?? true, limit }));
  return { touchCounts: touchDistribution(sums), latencies, frequentPaths: frequent?.paths, pathCount: frequent?.pathCount };
}

const answer = { touchCounts: DISTRIBUTION, latencies: DISTRIBUTION, frequentPaths: FREQUENT_PATH, pathCount: 'int' } as const satisfies Report['answer'];

async function read(db: Database, actor: Actor, input: CvInfoInput, now = Date.now(), code = NO_CODE): Promise<ReportResult> {
  const request = await resolveRequest(db, actor, cvInfo, input, now);
  const version = await figureVersion(db, request.productId, request.range);
  const sums = await readSums(db, request);
  const total = totalOf(sums);
  const [results, beside] = await Promise.all([new CvInfoRows(db, actor, request, code).read(input), besideOf(db, actor, request, input, sums)]);
  return {
    results,
    count: total.count,
    page: request.page,
    pageSize: request.pageSize ?? results.length,
    total: asRow(total),
    dateFrom: request.range.from,
    dateTo: request.range.to,
    previousFrom: null,
    previousTo: null,
    attributionModel: request.model,
    evaluation: request.evaluation,
    version,
    asOf: new Date(now),
    ...beside,
  };
}

/**
 * CV information: every conversion of the days, final and middle, with the path that it is evaluated over. Repeat
 * conversions follow the evaluation as everywhere; excluded ones are left out.
 */
export const cvInfo: Report = {
  ...plainReport,
  path: 'cv_info',
  type: 'CvInfo',
  row: 'CvInfoRow',
  axes: [],
  defaultAxes: [],
  figures: false,
  args: { pathLimit: 'int', compress: 'bool' },
  fields: rowFields,
  total: TOTAL,
  answer,
  columns: cvInfoColumns,
  read,
};
