import { baseColumns, factRows, type BaseColumn, type FactKind, type FactRows } from '../../shared/catalog';
import { placeholders } from '../db/database';
import { rollupTable, sumOf } from './tables';

/** A SELECT with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly number[];
}

/** Returns SQL that sums a column over its rows. On MariaDB, multiplying is a sixth faster than CASE. */
function sumSql({ value, where }: BaseColumn): string {
  if (!where) return value === '1' ? 'COUNT(*)' : `SUM(${value})`;
  return value === '1' ? `SUM(${where})` : `SUM((${where}) * ${value})`;
}

/**
 * Returns a statement for the expected fine day rows of these days, in the column order of `rollupColumns`,
 * straight from the rows of each fact column.
 */
export function logFacts(kind: FactKind, productId: number, days: readonly number[]): Statement {
  const table = rollupTable(kind, 'fine', 'day');
  const key = ['product_id', 'day', ...table.key];
  const columns = Object.entries<BaseColumn>(baseColumns[kind]);
  const arms = [...new Set(columns.map(([, { rows }]) => rows))].map((name) => {
    const { from, alias, where }: FactRows = factRows[name];
    const keySql = key.map((column) => `${alias}.${column}`).join(', ');
    const sums = columns.map(([column, fact]) => `${fact.rows === name ? sumSql(fact) : '0'} AS ${column}`);
    return `SELECT ${[keySql, ...sums].join(', ')} FROM ${from}
      WHERE ${alias}.product_id = ? AND ${alias}.day IN (${placeholders(days)})${where ? ` AND ${where}` : ''} GROUP BY ${keySql}`;
  });
  return {
    sql:
      arms.length === 1
        ? arms.join('')
        : `SELECT ${key.join(', ')}, ${sumOf(table.facts)} FROM (${arms.join(' UNION ALL ')}) facts GROUP BY ${key.join(', ')}`,
    params: arms.flatMap(() => [productId, ...days]),
  };
}
