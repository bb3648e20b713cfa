import { In } from 'typeorm';
import { settingRules, type Fields } from '../../../shared/settings';
import { isRecord } from '../../../shared/records';
import type { Grant } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import type { Setting } from '../../db/columns';
import { placeholders, type Tx } from '../../db/database';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { allOf } from '../../db/condition';
import type { ListDefinition } from '../list-definition';
import type { Values, SettingDefinition } from '../setting-definition';

/** A stored row with the values of its writable fields, including those in other tables. */
export interface Loaded<E> {
  readonly row: E;
  readonly values: Values;
}

/** Rows per query. */
const CHUNK = 250;

export const fieldsOf = (setting: Pick<SettingDefinition, 'name'>): Fields =>
  settingRules[setting.name].fields;

/** Returns the values of a row's writable fields. */
function valuesOf<E extends Setting>(setting: SettingDefinition<E>, row: E, parts: Values): Values {
  if (!isRecord(row)) throw new TypeError('A row is an object');
  return Object.fromEntries(
    Object.keys(fieldsOf(setting)).map((name) => [name, name in parts ? parts[name] : (row[name] ?? null)]),
  );
}

/** Reads the values of fields in other tables, by row and field. */
async function readParts<E extends Setting>(
  tx: Tx,
  setting: SettingDefinition<E>,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const byOwner = new Map<number, Values>(ids.map((id) => [id, {}]));
  for (const [name, part] of Object.entries(setting.parts ?? {})) {
    const partValues = await part.read(tx, ids);
    for (const [id, values] of byOwner) values[name] = partValues.get(id) ?? [];
  }
  return byOwner;
}

/**
 * Loads rows that the actor may see, locked until the transaction ends, by id.
 * Rows that do not exist or are not visible are missing.
 */
export async function loadRows<E extends Setting>(
  tx: Tx,
  setting: SettingDefinition<E>,
  list: ListDefinition,
  reader: { readonly actor: Actor; readonly grant: Grant },
  ids: readonly number[],
): Promise<Map<number, Loaded<E>>> {
  const guard = allOf(list.guard(reader.actor, reader.grant, null));
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) =>
    ids.slice(i * CHUNK, (i + 1) * CHUNK),
  );
  // Take all locks before the first plain read, which fixes the snapshot of later reads on MariaDB.
  const lock = tx.needsLocks ? ' FOR UPDATE' : '';
  const visible: number[] = [];
  for (const chunk of chunks) {
    const rows = await tx.query<{ id: number }>(
      `SELECT e.id FROM ${list.table} e WHERE e.id IN (${placeholders(chunk)}) AND ${guard.sql} ORDER BY e.id${lock}`,
      [...chunk, ...guard.params],
    );
    for (const { id } of rows) visible.push(id);
  }
  const yieldToTraffic = createTrafficYield();
  const loaded = new Map<number, Loaded<E>>();
  for (let start = 0; start < visible.length; start += CHUNK) {
    const batch = visible.slice(start, start + CHUNK);
    const rows = await tx.manager
      .createQueryBuilder(setting.target, 'e')
      .where({ id: In(batch) })
      .getMany();
    const parts = await readParts(tx, setting, batch);
    for (const row of rows)
      loaded.set(row.id, { row, values: valuesOf(setting, row, parts.get(row.id) ?? {}) });
    await yieldToTraffic();
  }
  return loaded;
}
