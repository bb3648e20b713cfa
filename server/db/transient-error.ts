import { isRecord } from '../../shared/records';

/** MariaDB/MySQL errors after which the whole transaction can be retried. */
const RETRYABLE_ERRNO = new Set([
  1213, // deadlock
  1205, // lock wait timeout
  1020, // record changed since last read
  1180, // commit failed (cluster certification)
  8002, // TiDB: locked row changed
  8022, // TiDB: commit failed and rolled back
  8028, // TiDB: schema changed
  9007, // TiDB: write conflict
]);

/** The node is not in its cluster, or is stopping; TiDB: its storage is not reachable. */
const AWAY_ERRNO = new Set([1047, 1053, 1927, 9001, 9002, 9003, 9005]);
/** The server accepts no writes. */
const READ_ONLY_ERRNO = new Set([1290, 1792, 1836]);

/** A setting was changed while a transaction used it. The transaction is repeated with the new settings. */
export class SettingsChangedError extends Error {}

const CONNECTION_CODES = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_QUERY_INTERRUPTED',
]);

/** Error properties of a driver. */
interface DriverError {
  readonly errno?: number | undefined;
  readonly errcode?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the driver's error inside TypeORM's wrappers. */
export function innermost(error: unknown): DriverError {
  if (!isRecord(error)) return {};
  if (error.driverError) return innermost(error.driverError);
  return {
    errno: numberIn(error.errno),
    errcode: numberIn(error.errcode),
    code: textIn(error.code),
    message: textIn(error.message),
  };
}

/** The database is unreachable, or not connected yet. */
export class DatabaseAwayError extends Error {
  constructor(message = 'The database is not available') {
    super(message);
    this.name = 'DatabaseAwayError';
  }
}

/** A read exceeded the time limit of interactive reads. */
export class ReadTimeLimitError extends Error {
  constructor() {
    super('The read exceeded its time limit');
    this.name = 'ReadTimeLimitError';
  }
}

/** Returns true if the server aborted a statement at its time limit: MariaDB, MySQL. */
export const isTimeLimit = (error: unknown): boolean => [1969, 3024].includes(innermost(error).errno ?? 0);

/**
 * SQLite (primary result codes): out of memory, read-only, disk I/O, corrupt, full, cannot open, not a
 * database.
 */
const STORAGE_ERRCODE = new Set([7, 8, 10, 11, 13, 14, 26]);
/** MariaDB/MySQL: file errors, full disk, full table, storage engine, read-only server. */
const STORAGE_ERRNO = new Set([3, 1021, 1026, 1030, 1114, 1290, 1792, 1836]);

/** Returns true if the database could not store or read because of its disk, memory or files. */
export function isStorageFailure(error: unknown): boolean {
  const { errcode = 0, errno = 0 } = innermost(error);
  return STORAGE_ERRCODE.has(errcode & 0xff) || STORAGE_ERRNO.has(errno);
}

/** Returns true if the database is unreachable, stopping or starting, so the statement is not at fault. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError) return true;
  const e = innermost(error);
  const text = e.message ?? '';
  return (
    AWAY_ERRNO.has(e.errno ?? 0) ||
    CONNECTION_CODES.has(e.code ?? '') ||
    /closed state|Connection lost|Pool is closed|not established/i.test(text)
  );
}

/** Returns true if the node is lost for the work, while another node can be fit for it. */
export const isNodeLost = (error: unknown): boolean =>
  (isDatabaseAway(error) && innermost(error).code !== 'ER_QUERY_INTERRUPTED') ||
  READ_ONLY_ERRNO.has(innermost(error).errno ?? 0);

/** Returns true if another writer stored a row with the same unique key (both databases). */
export function isDuplicateKey(error: unknown): boolean {
  const e = innermost(error);
  return e.errno === 1062 || e.errcode === 2067 || e.errcode === 1555;
}

/**
 * Returns true if another process is writing to the embedded database (SQLITE_BUSY and its extended forms).
 */
export const isBusy = (error: unknown): boolean => ((innermost(error).errcode ?? 0) & 0xff) === 5;

/** Returns true if a retry of the transaction from its start can succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof SettingsChangedError || RETRYABLE_ERRNO.has(innermost(error).errno ?? 0) || isBusy(error);
