import { getMetadataArgsStorage } from 'typeorm';
import { Setting } from '../columns';
import { snakeCase } from '../naming';

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
    'lease',
    'log_horizon',
    'lpo_entry',
    'password_reset',
    'refresh_token',
    'reset_mail',
    'role_right',
    'rollup_log_day',
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
