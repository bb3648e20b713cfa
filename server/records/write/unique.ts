import { badInput } from '../../auth/failure';
import type { Setting } from '../../db/columns';
import type { Tx } from '../../db/database';
import { sqlValue } from '../../db/engines/engine';
import { snakeCase } from '../../db/naming';
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
