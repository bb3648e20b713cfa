import type { QueryRunner } from 'typeorm';

/**
 * Adds the columns that a table lacks. Neither database copies the table for it.
 * @param columns column name -> SQL type with NULL or DEFAULT
 */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, type] of Object.entries(columns))
    if (!(await runner.hasColumn(table, name)))
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}
