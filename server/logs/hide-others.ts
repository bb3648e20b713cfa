import type { ReadContext, Row } from '../records/list-spec';
import { placeholders } from '../db/database';

/** Hides other agencies' ads from an agency. @param fieldsByAd the fields to hide, by the field that holds the ad's id */
export const hideOthers =
  (fieldsByAd: Readonly<Record<string, readonly string[]>>) =>
  async (rows: readonly Row[], { db, actor, grant }: ReadContext): Promise<void> => {
    if (grant.scope !== 'own' || rows.length === 0) return;
    const ids = [
      ...new Set(
        rows
          .flatMap((row) => Object.keys(fieldsByAd).map((name) => row[name]))
          .filter((id): id is number => typeof id === 'number' && id > 0),
      ),
    ];
    const own = new Set<unknown>();
    if (ids.length > 0) {
      const ownAds = await db.read<{ id: number }>(
        `SELECT id FROM ad WHERE agency_id = ? AND id IN (${placeholders(ids)})`,
        [actor.agencyId ?? 0, ...ids],
      );
      for (const { id } of ownAds) own.add(id);
    }
    for (const row of rows) {
      for (const [ad, names] of Object.entries(fieldsByAd)) {
        if (!own.has(row[ad])) for (const name of names) if (name in row) row[name] = null;
      }
    }
  };
