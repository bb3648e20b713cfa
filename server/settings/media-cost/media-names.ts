import { createHash } from 'node:crypto';
import { nameParts, nameText, type MediaAdName } from '../../../shared/catalog/media';
import { plainCell } from '../../../shared/domain/table-cells';
import { badInput } from '../../auth/failure';
import { insertRows, type Tx } from '../../db/database';
import { chunksOf } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import type { AuditEntry } from '../../records/audit/record';
import type { KnownAds } from './known-ads';
import type { MediaRow } from './media-rows';
import { sourceEntry, type Source } from './sources';

/** The ad that the user chose for a name; null: its costs are left out. */
export interface NamedAd extends MediaAdName {
  readonly adId: number | null;
}

/** A choice as users send it. */
export type SentName = Partial<Record<keyof NamedAd, string | number | null>>;

const MAX_NAMES = 10_000;
/** Maximum unknown names of a file with suggestions. */
const MAX_SUGGESTED = 500;
const LONGEST = 255;

/** Returns the digest that identifies a name. */
const keyOf = ({ campaign, adSet, ad }: MediaAdName): string =>
  createHash('sha256')
    .update(JSON.stringify([campaign, adSet, ad].map(plainCell)))
    .digest('base64url');

/** Ads of names, by key. */
export type NamedAds = ReadonlyMap<string, number | null>;

/** Parses choices. @throws BAD_USER_INPUT naming `names` if there are too many, or a strange ad */
export function parseNames(sent: readonly SentName[], ads: KnownAds): NamedAd[] {
  if (sent.length > MAX_NAMES) throw badInput({ names: { key: 'tooMany', params: { count: MAX_NAMES } } });
  const names = sent.map(({ campaign, adSet, ad, adId }) => ({
    campaign: String(campaign ?? ''),
    adSet: String(adSet ?? ''),
    ad: String(ad ?? ''),
    adId: adId == null ? null : Number(adId),
  }));
  const strange = names.find(({ adId }) => adId !== null && ads.name(adId) === null);
  if (strange) throw badInput({ names: { key: 'noSuchName', params: { name: String(strange.adId) } } });
  return names;
}

/** Indexes choices by name. */
export const indexNames = (names: readonly NamedAd[]): NamedAds =>
  new Map(names.map((name) => [keyOf(name), name.adId]));

/** Reads the names of a source. */
export async function readNames(db: Pick<Tx, 'query'>, sourceId: number): Promise<NamedAds> {
  const rows = await db.query<{ name_key: string; ad_id: number | null }>(
    'SELECT name_key, ad_id FROM media_name WHERE source_id = ?',
    [sourceId],
  );
  return new Map(rows.map(({ name_key: key, ad_id: adId }) => [key, adId]));
}

/**
 * Creates the function that tells the ad of a name: as the user decided, else the finest name that is an ad's.
 * Undefined: unknown, or the name of several ads.
 */
export function nameDecider(named: NamedAds, ads: KnownAds) {
  return (name: MediaAdName): number | null | undefined => {
    const decided = named.get(keyOf(name));
    if (decided !== undefined) return decided;
    for (const part of nameParts(name).reverse()) {
      const alone = named.get(keyOf({ campaign: '', adSet: '', ad: part }));
      if (alone !== undefined) return alone;
      const found = ads.find('name', part);
      if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    }
    return undefined;
  };
}

/** Lists the names of a file that only the user can decide, the highest cost first. */
export function listNames(rows: readonly MediaRow[], named: NamedAds, ads: KnownAds) {
  const isUnknown = ({ problems, adId }: MediaRow): boolean =>
    adId === null && problems.some(({ message: { key } }) => key === 'noSuchName' || key === 'nameNotUnique');
  const lines = rows
    .map((row) => ({ ...row, key: keyOf(row.name) }))
    .filter((row) => isUnknown(row) || (named.has(row.key) && row.named !== ''));
  return [...groupBy(lines, ({ key }) => key)]
    .map(([key, same]) => ({ key, same, cost: same.reduce((sum, row) => sum + row.cost, 0) }))
    .sort((a, b) => b.cost - a.cost)
    .flatMap(({ key, same: [first, ...others], cost }, at) => {
      if (!first) return [];
      const adId = named.get(key) ?? null;
      const decided = named.has(key);
      const similar = decided || at >= MAX_SUGGESTED ? [] : ads.similar(nameParts(first.name));
      return [
        {
          ...{ ...first.name, adId, decided, lines: 1 + others.length, cost: Math.round(cost * 100) / 100 },
          adName: adId === null ? null : ads.name(adId),
          suggestions: similar.map((id) => ({ adId: id, adName: ads.name(id) ?? '' })),
        },
      ];
    });
}

const cut = (text: string): string => [...text].slice(0, LONGEST).join('');

/** Stores the choices of a source that are new, and returns their audit entries. */
export async function saveNames(
  tx: Tx,
  source: Source,
  productId: number,
  names: readonly NamedAd[],
  now: number,
): Promise<AuditEntry[]> {
  const before = await readNames(tx, source.id);
  const changed = [...new Map(names.map((name) => [keyOf(name), name]))].filter(
    ([key, { adId }]) => before.get(key) !== adId,
  );
  if (before.size + changed.length > MAX_NAMES)
    throw badInput({ names: { key: 'tooMany', params: { count: MAX_NAMES } } });
  const columns = ['product_id', 'source_id', 'name_key', 'campaign', 'ad_set', 'ad', 'ad_id'];
  for (const chunk of chunksOf(changed)) {
    const keys = chunk.map(([key]) => key);
    await tx.execute(
      `DELETE FROM media_name WHERE source_id = ? AND name_key IN (${keys.map(() => '?').join(', ')})`,
      [source.id, ...keys],
    );
    await insertRows(
      tx,
      'media_name',
      ['version', 'created_at', 'updated_at', ...columns],
      chunk.map(([key, { campaign, adSet, ad, adId }]) => [
        ...[1, now, now, productId, source.id, key],
        ...[campaign, adSet, ad].map(cut),
        adId,
      ]),
    );
  }
  return changed.map(([key, name]) => nameEntry(source, productId, name, before.get(key), name.adId));
}

/** Returns the audit entry of a name; undefined: it had no ad before, or is deleted. */
export function nameEntry(
  source: Source,
  productId: number,
  name: MediaAdName,
  before: number | null | undefined,
  after: number | null | undefined,
): AuditEntry {
  const mediaName = nameText(name);
  const fieldsOf = (adId: number | null | undefined) => (adId === undefined ? {} : { mediaName, adId });
  const action = after === undefined ? 'delete' : 'update';
  return sourceEntry(
    source,
    productId,
    { action, before: fieldsOf(before), after: fieldsOf(after) },
    mediaName,
  );
}
