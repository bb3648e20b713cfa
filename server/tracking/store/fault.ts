import { innermost, isDatabaseAway, isRetryable } from '../../db/transient-error';

/** MariaDB/MySQL: value too long, wrong type, out of range, missing, not convertible, duplicate key. */
const CONTENT_ERRNO = new Set([1406, 1366, 1264, 1048, 1292, 1300, 1062]);
/** SQLite: too big, constraint, mismatch (primary result codes). */
const CONTENT_ERRCODE = new Set([18, 19, 20]);

/**
 * MariaDB/MySQL: disk or table full, file and storage engine errors, no memory, too many connections, access
 * denied, missing database, table or column (not migrated yet), shutdown, killed, read-only, timeout.
 */
const DATABASE_ERRNO = new Set([
  3, 1004, 1005, 1006, 1015, 1016, 1021, 1026, 1030, 1034, 1037, 1038, 1040, 1041, 1044, 1045, 1047, 1049,
  1053, 1054, 1114, 1129, 1130, 1142, 1143, 1146, 1180, 1181, 1194, 1195, 1203, 1226, 1290, 1317, 1637, 1792,
  1836, 1927, 1969, 3024,
]);
/**
 * SQLite: missing table or column, busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, can't
 * open, no access, not a database.
 */
const DATABASE_ERRCODE = new Set([1, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 23, 26]);

/**
 * True if the content caused the failure, so a retry can't help. Other failures (database down, full, busy,
 * not migrated yet) may pass.
 */
export function blamesContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { errno, errcode } = innermost(error);
  return CONTENT_ERRNO.has(errno ?? 0) || CONTENT_ERRCODE.has((errcode ?? 0) & 0xff);
}

/** Returns the cause of a failure to store: the content, the database, or unclear. */
export function blameOf(error: unknown): 'entry' | 'database' | 'unclear' {
  if (blamesContent(error)) return 'entry';
  const { errno, errcode } = innermost(error);
  const database = DATABASE_ERRNO.has(errno ?? 0) || DATABASE_ERRCODE.has((errcode ?? 0) & 0xff);
  return database || isDatabaseAway(error) || isRetryable(error) ? 'database' : 'unclear';
}
