import type { Database } from '../../server/db/database';

const TABLES = [
  'interaction',
  'access',
  'access_ref',
  'conversion',
  'conversion_touch',
  'later_conversion',
  'stale_visitor',
];

/**
 * Statistics that the planner has on the event tables.
 * - `none`: no statistics.
 * - `fresh`: correct ones.
 * - `skewed`: one (empty) value fills a column, so the planner estimates half the table for each further
 * value of an index.
 * - `old`: from when the tables were empty.
 */
export type PlannerStatistics = 'none' | 'fresh' | 'skewed' | 'old';

/** Gives the planner these statistics. */
export const setStatistics = async (db: Database, variant: PlannerStatistics): Promise<void> => {
  if (variant === 'none') {
    const tables = await db.read("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'");
    if (tables.length > 0) throw new Error('the database has statistics');
    return;
  }
  for (const table of TABLES) await db.read(`ANALYZE TABLE ${table}`);
  if (variant === 'fresh') return;
  const own = `database_name = DATABASE() AND table_name IN (${TABLES.map((table) => `'${table}'`).join(', ')})`;
  await db.write(async (tx) => {
    if (variant === 'skewed')
      await tx.execute(
        `UPDATE mysql.innodb_index_stats SET stat_value = 2 WHERE ${own} AND stat_name LIKE 'n_diff%' AND index_name <> 'PRIMARY'`,
      );
    else {
      await tx.execute(
        `UPDATE mysql.innodb_table_stats SET n_rows = 1, clustered_index_size = 1, sum_of_other_index_sizes = 1 WHERE ${own}`,
      );
      await tx.execute(`UPDATE mysql.innodb_index_stats SET stat_value = 1 WHERE ${own}`);
    }
  });
  for (const table of TABLES) await db.read(`FLUSH TABLE ${table}`);
};
