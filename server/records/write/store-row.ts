import type { EntityMetadata } from 'typeorm';
import { badInput } from '../../auth/failure';
import { snakeCase, type Setting } from '../../db/columns';
import type { Tx } from '../../db/database';
import { sqlValue, type Value } from '../../db/engines/sqlite-driver';
import { bumpRevisionOnce } from '../../db/revision-subscriber';
import type { Change, SettingDefinition } from '../setting-definition';

/**
 * Refuses a combination of values that another row of the product has. @throws BAD_USER_INPUT naming the last
 * of the fields
 */
export async function requireUnique<E extends Setting>(
  tx: Tx,
  setting: SettingDefinition<E>,
  table: string,
  { values, productId }: Change<E>,
  ownId: number,
): Promise<void> {
  const names = setting.unique ?? [];
  const same = names.map((name) => `${snakeCase(name)} = ?`).join(' AND ');
  const [other] = await tx.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE product_id = ? AND ${same} AND id <> ?`,
    [productId, ...names.map((name) => sqlValue(values[name])), ownId],
  );
  const field = names.at(-1);
  if (other && field) throw badInput({ [field]: { key: 'alreadyUsed' } });
}

/** Column values of a row as they are sent to the database. */
type ColumnValues = ReadonlyMap<string, Value>;

const metadataOf = (tx: Tx, row: object): EntityMetadata =>
  tx.manager.connection.getMetadata(row.constructor);

/** Returns a row's column values; a snapshot before a change shows which columns differ. */
export function columnValues(tx: Tx, row: object): ColumnValues {
  const { driver } = tx.manager.connection;
  const { columns } = metadataOf(tx, row);
  return new Map(
    columns.map((column) => [
      column.databaseName,
      sqlValue(driver.preparePersistentValue(column.getEntityValue(row), column)),
    ]),
  );
}

/**
 * Stores a setting with one statement: inserts a new row and sets its id, or updates the columns that differ.
 * Increments the version.
 * TypeORM's `save` takes four statements and ten times as long.
 * @param before null for a new row
 */
export async function storeRow<E extends Setting>(
  tx: Tx,
  row: E,
  before: ColumnValues | null,
): Promise<void> {
  const { driver } = tx.manager.connection;
  const metadata = metadataOf(tx, row);
  row.version = before ? row.version + 1 : 1;
  const values = [...columnValues(tx, row)].filter(([name, value]) =>
    before ? value !== before.get(name) : value !== undefined && name !== 'id',
  );
  const names = values.map(([name]) => driver.escape(name));
  const params = values.map(([, value]) => value);
  const table = driver.escape(metadata.tableName);
  if (before)
    await tx.execute(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`, [
      ...params,
      row.id,
    ]);
  else
    row.id = await tx.insert(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      params,
    );
  await bumpRevisionOnce(tx, metadata.target);
}
