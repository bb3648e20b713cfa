import { badInput } from '../../auth/failure';
import type { Actor } from '../../auth/actor';
import { ownAgency, requireRight } from '../../auth/permissions';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import { cvInfoColumns, rowFields } from '../cv-info/columns';
import { readCredited, answerCache, type AnswerCache } from '../cv-info/credited-columns';
import { frequentPaths, FREQUENT_PATH, rankPaths, readPaths } from '../cv-info/frequent-paths';
import { HOURS, readHours } from '../cv-info/hours';
import { readSystems, SYSTEMS } from '../cv-info/systems';
import { asRow, CvInfoRows, type CvInfoStep } from '../cv-info/rows';
import {
  DISTRIBUTION,
  latencyDistribution,
  sumsOf,
  TOTAL,
  totalOf,
  touchDistribution,
  type LengthSums,
} from '../cv-info/sums';
import { readAds } from '../../facts/labels';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { plainReport } from '../report/read-report';
import type { Report } from '../report/report';
import { resolveRequest, type ReportRequest } from '../report/request';
import { readMetricsVersion } from '../../rollups';

const MENU = 'analyze';
const DEFAULT_PATHS = 20;
const MAX_PATHS = 100;

/** Arguments of this report beside those of all reports. */
interface CvInfoInput extends ReportInput, CvInfoStep {
  pathLimit?: number | null;
  compress?: boolean | null;
}

interface CvInfoQuery {
  readonly request: ReportRequest;
  readonly input: CvInfoInput;
  readonly cache: AnswerCache;
}

/** Masks customers if the caller provides no codes. */
const NO_CODE: CustomerCode = () => '-';

/** @throws BAD_USER_INPUT */
function limitOf(limit: number | null | undefined): number {
  if (limit == null) return DEFAULT_PATHS;
  if (!Number.isInteger(limit) || limit < 1)
    throw badInput({ pathLimit: { key: 'minValue', params: { min: 1 } } });
  if (limit > MAX_PATHS) throw badInput({ pathLimit: { key: 'maxValue', params: { max: MAX_PATHS } } });
  return limit;
}

/** Reads the most frequent paths. An agency sees its own ads in them, and other ads as masked steps. */
async function pathsOf(db: Database, actor: Actor, { request, input, cache }: CvInfoQuery) {
  const options = { compressed: input.compress ?? true, limit: limitOf(input.pathLimit) };
  const agency = ownAgency(actor, requireRight(actor, MENU, 'view'));
  const ads = await readAds(db, request.productId, {}, ['ad_name', 'agency_id']);
  const ownAds =
    agency === null
      ? null
      : new Set([...ads.values()].flatMap((ad) => (ad.agency_id === agency ? [ad.id] : [])));
  const ranked = await cache(['paths', options, ownAds && [...ownAds]], async () =>
    rankPaths(await readPaths(db, request), (ad) => ownAds?.has(ad) ?? true, options),
  );
  return {
    frequentPaths: frequentPaths(ranked, (ad) => ads.get(ad)?.ad_name ?? null),
    pathCount: ranked.pathCount,
  };
}

/** Reads the requested fields beside the rows. Each of them needs all conversions of the days. */
async function readResultFields(db: Database, actor: Actor, query: CvInfoQuery, sums: readonly LengthSums[]) {
  const { input, request, cache } = query;
  const isRequested = (name: keyof typeof answer): boolean => input.resultFields?.includes(name) ?? true;
  const [latencies, paths, hours, systems] = await Promise.all([
    isRequested('latencies')
      ? cache('latencies', async () => latencyDistribution(await readCredited(db, request)))
      : undefined,
    isRequested('frequentPaths') || isRequested('pathCount') ? pathsOf(db, actor, query) : undefined,
    isRequested('hours') ? cache('hours', () => readHours(db, request)) : undefined,
    isRequested('systems') ? cache('systems', () => readSystems(db, request)) : undefined,
  ]);
  return { touchCounts: touchDistribution(sums), latencies, ...paths, hours, systems };
}

const answer = {
  next: 'text?',
  previous: 'text?',
  touchCounts: DISTRIBUTION,
  latencies: DISTRIBUTION,
  frequentPaths: FREQUENT_PATH,
  pathCount: 'int',
  hours: HOURS,
  systems: SYSTEMS,
} as const satisfies Report['resultFields'];

async function read(
  db: Database,
  actor: Actor,
  input: CvInfoInput,
  now = Date.now(),
  code = NO_CODE,
): Promise<ReportResult> {
  const request = await resolveRequest(db, actor, cvInfo, input, now);
  const version = await readMetricsVersion(db, request.productId, request.range);
  const cache = await answerCache(db, request, version);
  const sums = await cache('sums', async () => sumsOf(await readCredited(db, request)));
  const total = totalOf(sums);
  const [{ rows: results, ...places }, resultFields] = await Promise.all([
    new CvInfoRows(db, actor, request, code, input).page(input, total.count),
    readResultFields(db, actor, { request, input, cache }, sums),
  ]);
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
    ...resultFields,
    ...places,
  };
}

/**
 * Streams the rows for files: conversions may not fit in memory.
 * @throws as `read` does
 */
async function rows(
  db: Database,
  actor: Actor,
  input: CvInfoInput,
  now = Date.now(),
  code = NO_CODE,
): Promise<AsyncIterable<ReportRow>> {
  const request = await resolveRequest(db, actor, cvInfo, { ...input, page: null, pageSize: null }, now);
  return new CvInfoRows(db, actor, request, code, input).all();
}

/**
 * CV information: every conversion of the days, final and middle, with its evaluated path. Repeat conversions
 * follow the evaluation as everywhere; excluded ones are left out.
 */
export const cvInfo: Report = {
  ...plainReport,
  row: 'CvInfoRow',
  axes: [],
  defaultAxes: [],
  hasMeasures: false,
  args: { after: 'text', before: 'text', pathLimit: 'int', compress: 'bool' },
  fields: rowFields,
  total: TOTAL,
  resultFields: answer,
  columns: cvInfoColumns,
  read,
  rows,
};
