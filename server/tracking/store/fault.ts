/** MariaDB/MySQL: value too long, wrong for its column, out of range, missing, not convertible, key stored already. */
const CONTENT_ERRNO = new Set([1406, 1366, 1264, 1048, 1292, 1300, 1062]);
/** SQLite: too big, constraint, mismatch (primary result codes). */
const CONTENT_ERRCODE = new Set([18, 19, 20]);

interface DriverError {
  errno?: number;
  errcode?: number;
  driverError?: DriverError;
}

/**
 * True when a failure is the fault of what was to be stored, so that trying again later can't help.
 * Everything else (a database away, full, busy, not migrated yet) may pass.
 */
export function blamesContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  let inner = (error ?? {}) as DriverError;
  while (inner.driverError) inner = inner.driverError;
  return CONTENT_ERRNO.has(inner.errno ?? 0) || CONTENT_ERRCODE.has((inner.errcode ?? 0) & 0xff);
}
