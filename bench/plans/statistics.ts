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
 * What the planner believes of the event tables: `none` where there are no statistics; `fresh` as they are; `skewed` as they look where one value
 * (an empty one) fills a column: each further value of an index is guessed at half the table; `old` as they
 * were when they were empty.
 */
export type Belief = 'none' | 'fresh' | 'skewed' | 'old';

/** Makes the planner believe so. */
export const believe = async (db: Database, belief: Belief): Promise<void> => {
  if (belief === 'none') {
    const made = await db.read("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'");
    if (made.length > 0) throw new Error('somebody made statistics');
    return;
  }
  for (const table of TABLES) await db.read(`ANALYZE TABLE ${table}`);
  if (belief === 'fresh') return;
  const own = `database_name = DATABASE() AND table_name IN (${TABLES.map((table) => `'${table}'`).join(', ')})`;
  await db.write(async (tx) => {
    if (belief === 'skewed')
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
