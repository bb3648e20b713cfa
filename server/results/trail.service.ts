import { enumValues, ExcludedReason } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { allOf, oneOf } from '../db/condition';
import { requireRead } from '../records/read-plan';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { chunksOf } from '../db/statements';
import { groupBy } from '../platform/group-by';

/** One change of a result's status. */
export interface ResultChange {
  /** Null for a new result. */
  readonly from: number | null;
  readonly to: number;
  readonly reason: string | null;
  /** Name of the user or postback source; null for the product itself or a deleted user. */
  readonly user: string | null;
  readonly at: Date;
  readonly notificationId: string | null;
  /** Why there is no postback (see `Untold`). */
  readonly untold: string | null;
}

/** Attempt to deliver a postback. Masked roles see neither request nor response. */
export interface NotificationAttempt {
  readonly at: Date;
  readonly url: string | null;
  readonly requestHeaders: string | null;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly errorDetail: string | null;
  readonly durationMs: number;
  readonly answer: string | null;
}

interface ChangeRow {
  readonly result_id: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly reason: string | null;
  readonly user_name: string | null;
  readonly at: number;
  readonly postback_id: string | null;
  readonly untold: string | null;
}

interface AttemptRow {
  readonly postback_id: string;
  readonly at: number;
  readonly url: string;
  readonly request_headers: string | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly error_detail: string | null;
  readonly duration_ms: number;
  readonly answer: string | null;
}

/** Free text can quote any value, so masked roles see only the product's own reasons. */
const visibleReason = (reason: string | null): string | null =>
  enumValues(ExcludedReason).find((own) => own === reason) ?? null;

/** Groups rows and converts each. */
const grouped = <T, R>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  convert: (row: T) => R,
): Map<string, R[]> => new Map([...groupBy(rows, keyOf)].map(([key, same]) => [key, same.map(convert)]));

/**
 * Reads history and attempts of many results and postbacks at once; empty for those the actor may not see.
 */
export class ResultTrailService {
  constructor(
    private readonly db: Database,
    private readonly results: ListService,
    private readonly queue: ListService,
  ) {}

  /** Returns the changes of each result, oldest first. */
  async history(actor: Actor, resultIds: readonly string[]): Promise<Map<string, ResultChange[]>> {
    const sql = `SELECT h.result_id, h.from_status, h.to_status, h.reason, COALESCE(u.user_name, h.author) AS user_name, h.at, h.postback_id, h.untold
      FROM result e JOIN result_history h ON h.result_id = e.id LEFT JOIN app_user u ON u.id = h.user_id`;
    const { rows, masked } = await this.read<ChangeRow>(
      actor,
      this.results,
      sql,
      resultIds,
      'h.result_id, h.id',
    );
    return grouped(
      rows,
      (row) => row.result_id,
      (row) => ({
        from: row.from_status,
        to: row.to_status,
        reason: masked ? visibleReason(row.reason) : row.reason,
        user: row.user_name,
        at: new Date(Number(row.at)),
        notificationId: row.postback_id,
        untold: row.untold,
      }),
    );
  }

  /** Returns the attempts of each postback, oldest first. */
  async attempts(actor: Actor, postbackIds: readonly string[]): Promise<Map<string, NotificationAttempt[]>> {
    const sql = `SELECT t.postback_id, t.at, t.url, t.request_headers, t.http_status, t.error, t.error_detail, t.duration_ms, t.answer
      FROM postback e JOIN postback_attempt t ON t.postback_id = e.id`;
    const { rows, masked } = await this.read<AttemptRow>(
      actor,
      this.queue,
      sql,
      postbackIds,
      't.postback_id, t.id',
    );
    const seen = (text: string | null) => (masked ? null : text);
    return grouped(
      rows,
      (row) => row.postback_id,
      (row) => ({
        at: new Date(Number(row.at)),
        url: seen(row.url),
        requestHeaders: seen(row.request_headers),
        httpStatus: row.http_status,
        error: row.error,
        errorDetail: row.error_detail,
        durationMs: row.duration_ms,
        answer: seen(row.answer),
      }),
    );
  }

  private async read<T>(
    actor: Actor,
    { definition }: ListService,
    sql: string,
    ids: readonly string[],
    order: string,
  ): Promise<{ rows: T[]; masked: boolean }> {
    const grant = requireRead(actor, definition);
    const guard = definition.guard(actor, grant, null);
    const rows: T[] = [];
    for (const chunk of chunksOf(ids)) {
      const where = allOf([oneOf('e.id', chunk), ...guard]);
      rows.push(...(await this.db.read<T>(`${sql} WHERE ${where.sql} ORDER BY ${order}`, where.params)));
    }
    return { rows, masked: grant.masked };
  }
}
