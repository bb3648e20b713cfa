import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import type { AnalysisInput, AnalysisResult } from './input';
import { buildReport } from './report/build-report';
import { resolveRequest } from './report/request';

/**
 * Ad statistics: every metric of the catalogue by any axes.
 *
 * @param now the present instant, which "the last 30 days" counts from
 * @throws Failure FORBIDDEN, BAD_USER_INPUT (see resolveRequest)
 */
export async function adSummaries(db: Database, actor: Actor, input: AnalysisInput, now = Date.now()): Promise<AnalysisResult> {
  const request = await resolveRequest(db, actor, input, now);
  return buildReport(db, request, { extend: (row) => row }, now);
}
