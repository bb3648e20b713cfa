import { getMetadataArgsStorage } from 'typeorm';
import { Setting, snakeCase } from '../columns';
import { bindable, createRowMapper, type Row, type Value } from '../engines/sqlite-driver';
import { DatabaseAwayError, ReadTimeLimitError } from '../transient-error';
import { StatementProcess, type Outcome } from './statement-process';

/** Returns the tables of settings, which all entities declare before a database connects. */
const settingTables = (): string[] =>
  getMetadataArgsStorage().tables.flatMap(({ name, target }) =>
    typeof target === 'function' && target.prototype instanceof Setting
      ? (name ?? snakeCase(target.name))
      : [],
  );

let short: ReadonlySet<string> | undefined;

/**
 * Returns tables that users fill by hand (settings and their children), and tables with a row per process,
 * task or day.
 */
const shortTables = (): ReadonlySet<string> =>
  (short ??= new Set([
    ...settingTables(),
    'ad_fee',
    'api_key',
    'figure_version',
    'journey_month_mark',
    'lease',
    'log_horizon',
    'lpo_entry',
    'passkey',
    'password_reset',
    'recovery_code',
    'refresh_token',
    'reset_mail',
    'role_right',
    'rollup_log_day',
    'rollup_log_slot',
    'second_factor',
    'setting_revision',
    'spool_offset',
    'stale_day',
    'stale_media_day',
    'stale_visitor',
    'user_product',
  ]));

const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

/**
 * Returns whether a SELECT can take long: it reads a table that grows with traffic, or searches texts. All
 * others read settings, by key or a few thousand at most.
 */
export function isLong(sql: string): boolean {
  let long = known.get(sql);
  if (long === undefined) {
    const tables = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table = '']) =>
      table.toLowerCase(),
    );
    const small = shortTables();
    long = /\bLIKE\b/i.test(sql) || tables.some((table) => !small.has(table));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(sql, long);
  }
  return long;
}

/** Number of read processes, so a slow query doesn't block all others. */
const PROCESSES = 2;
/** Time after which an idle process ends to free its memory. */
const IDLE_MS = 30_000;

interface ReadRequest {
  readonly sql: string;
  readonly params: readonly Value[];
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
  /** Process that runs the query, if any. */
  process?: StatementProcess;
}

/**
 * Runs long reads of the embedded database outside the event loop. The limit includes the time in the queue;
 * at the limit, a read is rejected and its process killed.
 */
export class LongReads {
  private readonly waiting: ReadRequest[] = [];
  /** Idle processes, with the timers that end them. */
  private readonly idle = new Map<StatementProcess, NodeJS.Timeout>();
  private readonly all = new Set<StatementProcess>();
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly limitMs: number,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** @throws ReadTimeLimitError */
  read(sql: string, params: readonly Value[]): Promise<Row[]> {
    if (this.closed) return Promise.reject(new DatabaseAwayError());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.abort(request), this.limitMs);
      const request: ReadRequest = {
        sql,
        params,
        resolve: (rows) => (clearTimeout(timer), resolve(rows)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      };
      this.waiting.push(request);
      this.next();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const request of this.waiting.splice(0)) request.reject(new DatabaseAwayError());
    await Promise.all([...this.all].map((process) => process.end()));
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const process = this.takeIdle() ?? this.startProcess();
    const request = process && this.waiting.shift();
    if (process && request) void this.work(process, request);
  }

  private startProcess(): StatementProcess | undefined {
    if (this.closed || this.all.size >= PROCESSES) return undefined;
    const process = new StatementProcess(this.path, () => {
      this.all.delete(process);
      clearTimeout(this.idle.get(process));
      this.idle.delete(process);
      this.next();
    });
    this.all.add(process);
    return process;
  }

  private async work(process: StatementProcess, request: ReadRequest): Promise<void> {
    request.process = process;
    try {
      request.resolve(rowsOf(await process.run(request.sql, request.params.map(bindable))));
    } catch (error) {
      request.reject(error);
    }
    if (this.all.has(process)) this.park(process);
    this.next();
  }

  private park(process: StatementProcess): void {
    const ending = setTimeout(() => {
      this.idle.delete(process);
      void process.end();
    }, this.idleMs);
    this.idle.set(process, ending.unref());
  }

  private takeIdle(): StatementProcess | undefined {
    const [first] = this.idle;
    if (!first) return undefined;
    const [process, ending] = first;
    clearTimeout(ending);
    this.idle.delete(process);
    return process;
  }

  private abort(request: ReadRequest): void {
    request.reject(new ReadTimeLimitError());
    if (request.process) void request.process.end();
    else this.waiting.splice(this.waiting.indexOf(request), 1);
  }
}

function rowsOf(outcome: Outcome): Row[] {
  if ('rows' in outcome) return createRowMapper(outcome.names)(outcome.rows);
  throw Object.assign(new Error(outcome.message), { errcode: outcome.errcode });
}
