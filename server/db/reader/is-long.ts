/** Tables that people fill by hand, and those that hold a row for each process or task. */
const SHORT = new Set([
  'ad', 'ad_category', 'ad_fee', 'ad_type', 'agency', 'analyze_setting', 'api_key', 'app_user', 'asp', 'company',
  'crossdomain', 'cv_setting', 'lease', 'lpo_entry', 'password_reset', 'product', 'redirect', 'refresh_token',
  'role_right', 'setting_revision', 'spool_offset', 'stale_day', 'stale_visitor', 'user_product',
]);

const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

/**
 * Whether a SELECT can take long: it reads a table that grows with traffic, or looks into texts. Everything else
 * reads settings, by key or a few thousand at most.
 */
export function isLong(sql: string): boolean {
  let long = known.get(sql);
  if (long === undefined) {
    const tables = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table = '']) => table.toLowerCase());
    long = /\bLIKE\b/i.test(sql) || tables.some((table) => !SHORT.has(table));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(sql, long);
  }
  return long;
}
