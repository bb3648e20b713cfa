import type { Part } from '../../records/setting-definition';
import { MAX_KEYS, select, sql } from '../../db/statements';
import { LpoEntry } from './redirect.entity';

/** A landing page variant as sent and as recorded in the audit trail. */
export interface Variant {
  readonly id?: number | null;
  readonly title: string;
  readonly url: string;
  readonly rate: number;
}

/** Position of removed variants: their rows remain because past reports name them. */
const RETIRED = 0;

/** The variants of a redirect, as a part of it. Variants keep their ids across changes. */
export const lpoPart: Part<readonly Variant[] | null> = {
  async read(tx, ids) {
    const byOwner = new Map<number, Variant[]>();
    const rows = await select<Variant & { redirect_id: number }>(
      tx,
      MAX_KEYS,
    )`SELECT id, redirect_id, title, url, rate
      FROM lpo_entry WHERE redirect_id IN ${ids} AND position > ${sql(RETIRED)} ORDER BY position, id`;
    for (const { redirect_id: redirectId, ...variant } of rows)
      byOwner.set(redirectId, [...(byOwner.get(redirectId) ?? []), { ...variant }]);
    return byOwner;
  },
  async write({ manager }, redirectId, value, before) {
    const variants = value ?? [];
    const known = new Set((before ?? []).map(({ id }) => Number(id)));
    const remainingIds = new Set(variants.map(({ id }) => id));
    const retired = [...known].filter((id) => !remainingIds.has(id));
    if (retired.length > 0) {
      const rows = await manager.findBy(
        LpoEntry,
        retired.map((id) => ({ id })),
      );
      await manager.save(rows.map((row) => Object.assign(row, { position: RETIRED })));
    }
    for (const [i, { id, title, url, rate }] of variants.entries()) {
      const row = Object.assign(new LpoEntry(), { redirectId, position: i + 1, title, url, rate });
      if (id != null && known.has(id)) row.id = id;
      await manager.save(row);
    }
  },
  async remove({ manager }, redirectId) {
    await manager.remove(await manager.findBy(LpoEntry, { redirectId }));
  },
};
