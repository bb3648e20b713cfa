import { createHash } from 'node:crypto';
import { nameParts, type MediaAdName } from '../../../shared/domain/media';
import { plainCell } from '../../../shared/domain/table-cells';
import type { UnknownRecord } from '../../../shared/records';
import { badInput, type FailureMessage } from '../../auth/failure';
import { insertRows, type Tx } from '../../db/database';
import { chunksOf } from '../../db/statements';
import type { AuditEntry } from '../../records/audit/record';
import type { KnownAds } from './known-ads';
import type { MediaRow } from './media-rows';

/** The ad that the user chose for a name; null: its costs are left out. */
export interface NamedAd extends MediaAdName {
  readonly adId: number | null;
}

/** A name of the file that the user decides, with its cost. */
export interface FileName extends NamedAd {
  readonly adName: string | null;
  readonly decided: boolean;
  readonly cost: number;
  readonly lines: number;
  readonly suggestions: ReadonlyArray<{ readonly adId: number; readonly adName: string }>;
}

const MAX_NAMES = 10_000;
/** Maximum unknown names of a file with suggestions. */
const MAX_SUGGESTED = 500;
const LONGEST = 255;

/** Returns the digest that identifies a name. */
const keyOf = ({ campaign, adSet, ad }: MediaAdName): string =>
  createHash('sha256')
    .update(JSON.stringify([campaign, adSet, ad].map(plainCell)))
    .digest('base64url');

/** The label of a name in lists and the audit trail. */
export const labelOfName = (name: MediaAdName): string => nameParts(name).join(' / ');

/** Ads of names, by key. */
export type NamedAds = ReadonlyMap<string, number | null>;

/** Parses choices. @throws BAD_USER_INPUT naming `names` if they are malformed, too many, or of a strange ad */
export function parseNames(sent: readonly UnknownRecord[], ads: KnownAds): NamedAd[] {
  const refuse = (message: FailureMessage): never => {
    throw badInput({ names: message });
  };
  if (sent.length > MAX_NAMES) refuse({ key: 'tooMany', params: { count: MAX_NAMES } });
  return sent.map((name) => {
    const text = (value: unknown): string =>
      typeof value === 'string' ? value : value == null ? '' : refuse({ key: 'mustBeText' });
    const adId = name.adId == null ? null : Number(name.adId);
    if (adId !== null && ads.name(adId) === null)
      refuse({ key: 'noSuchName', params: { name: String(adId) } });
    return { campaign: text(name.campaign), adSet: text(name.adSet), ad: text(name.ad), adId };
  });
}

/** Indexes choices by name. */
export const indexNames = (names: readonly NamedAd[]): NamedAds =>
  new Map(names.map((name) => [keyOf(name), name.adId]));

/** Reads the names of a source, without those of ads that are gone. */
export async function readNames(db: Pick<Tx, 'query'>, sourceId: number, ads: KnownAds): Promise<NamedAds> {
  const rows = await db.query<{ name_key: string; ad_id: number | null }>(
    'SELECT name_key, ad_id FROM media_name WHERE source_id = ?',
    [sourceId],
  );
  return new Map(
    rows
      .filter(({ ad_id: adId }) => adId === null || ads.name(adId) !== null)
      .map(({ name_key: key, ad_id: adId }) => [key, adId]),
  );
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
export function listNames(rows: readonly MediaRow[], named: NamedAds, ads: KnownAds): FileName[] {
  const names = new Map<string, { name: MediaAdName; cost: number; lines: number }>();
  const isUnknown = ({ problems, adId }: MediaRow): boolean =>
    adId === null && problems.some(({ message: { key } }) => key === 'noSuchName' || key === 'nameNotUnique');
  for (const row of rows) {
    const key = keyOf(row.name);
    if (!isUnknown(row) && (!named.has(key) || row.named === '')) continue;
    const found = names.get(key) ?? { name: row.name, cost: 0, lines: 0 };
    names.set(key, { ...found, cost: found.cost + row.cost, lines: found.lines + 1 });
  }
  const sorted = [...names].sort(([, a], [, b]) => b.cost - a.cost);
  return sorted.map(([key, { name, cost, lines }], at): FileName => {
    const adId = named.get(key) ?? null;
    const decided = named.has(key);
    const similar = decided || at >= MAX_SUGGESTED ? [] : ads.similar(nameParts(name));
    return {
      ...name,
      adId,
      adName: adId === null ? null : ads.name(adId),
      decided,
      cost: Math.round(cost * 100) / 100,
      lines,
      suggestions: similar.map((id) => ({ adId: id, adName: ads.name(id) ?? '' })),
    };
  });
}

const cut = (text: string): string => [...text].slice(0, LONGEST).join('');

/** Stores the choices of a source that are new, and returns their audit entries. */
export async function saveNames(
  tx: Tx,
  source: { readonly id: number; readonly sourceName: string; readonly version: number },
  productId: number,
  names: readonly NamedAd[],
  now: number,
): Promise<AuditEntry[]> {
  const before = new Map(
    (
      await tx.query<{ name_key: string; ad_id: number | null }>(
        'SELECT name_key, ad_id FROM media_name WHERE source_id = ?',
        [source.id],
      )
    ).map(({ name_key: key, ad_id: adId }) => [key, adId]),
  );
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
  return changed.map(([key, name]) => ({
    ...nameEntry(source, productId, name),
    action: 'update',
    before: before.has(key) ? { mediaName: labelOfName(name), adId: before.get(key) } : {},
    after: { mediaName: labelOfName(name), adId: name.adId },
  }));
}

/** Returns the common part of the audit entries of a name. */
export const nameEntry = (
  { id, sourceName, version }: { readonly id: number; readonly sourceName: string; readonly version: number },
  productId: number,
  name: MediaAdName,
) => ({
  entity: 'mediaSource' as const,
  entityId: id,
  productId,
  label: `${sourceName}: ${labelOfName(name)}`,
  version,
});
