import { rulesOf, type RefKind, type SettingName } from '../../../shared/settings';
import type { WriteContext } from '../../records/audit/record';
import { allOf } from '../../db/condition';
import { groupBy } from '../../platform/group-by';
import { tableOf, visible } from '../../records/visibility';
import type { TableRow } from './read-table';

/** Ids of rows by a name or key. */
export type Ids = ReadonlyMap<string, readonly number[]>;

/** Existing rows that an upload refers to, as far as the actor may see them. */
export interface Facts {
  /** Ids of the referenced names, by field. */
  readonly idsByName: ReadonlyMap<string, Ids>;
  /** Ids that a field may refer to, by field. */
  readonly usable: ReadonlyMap<string, ReadonlySet<number>>;
}

const labelColumns: Partial<Record<RefKind, string>> = {
  ad: 'ad_name',
  agency: 'agency_name',
  asp: 'asp_name',
  adCategory: 'title',
  adType1: 'title',
  adType2: 'title',
  adType3: 'title',
};

/** Reads the rows of a kind that the actor may see, by name. */
export async function idsByName(
  { tx, actor }: WriteContext,
  kind: Exclude<RefKind, 'product'>,
  column: string,
  productId: number,
): Promise<Map<string, number[]>> {
  const where = allOf(visible(actor, kind, productId));
  const rows = await tx.query<{ id: number; name: string }>(
    `SELECT e.id, e.${column} AS name FROM ${tableOf(kind)} e WHERE ${where.sql}`,
    where.params,
  );
  return new Map(
    [...groupBy(rows, ({ name }) => name)].map(([name, same]) => [name, same.map(({ id }) => id)]),
  );
}

export const allIds = (names: Ids): Set<number> => new Set([...names.values()].flat());

/** Reads the rows that an upload refers to. */
export async function readFacts(
  context: WriteContext,
  setting: SettingName,
  productId: number,
  rows: readonly TableRow[],
): Promise<Facts> {
  const { fields } = rulesOf(setting);
  const named = new Set(rows.flatMap(({ names, values }) => [...Object.keys(names), ...Object.keys(values)]));
  const byField = new Map<string, Ids>();
  for (const field of named) {
    const { refers } = fields[field] ?? {};
    const column = refers && labelColumns[refers];
    if (refers && refers !== 'product' && column)
      byField.set(field, await idsByName(context, refers, column, productId));
  }
  return {
    idsByName: byField,
    usable: new Map([...byField].map(([field, names]) => [field, allIds(names)])),
  };
}
