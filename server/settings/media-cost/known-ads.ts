import type { AdNaming } from '../../../shared/domain/media';

interface AdName {
  readonly id: number;
  readonly ad_name: string;
  readonly code: string;
}

/** The ads of a product, by the identifiers that files use. */
export interface KnownAds {
  find(by: AdNaming, text: string): readonly number[];
  name(id: number): string | null;
}

/** Extracts the code from a posting URL; other text is returned as it is. */
const codeIn = (text: string): string => /\/r\/([\w-]+)/.exec(text)?.[1] ?? text;

/** Reads the ads of a product in any status, because a medium also bills ended ads. */
export async function readKnownAds(
  query: <T>(sql: string, params: readonly number[]) => Promise<T[]>,
  productId: number,
): Promise<KnownAds> {
  const rows = await query<AdName>('SELECT id, ad_name, code FROM ad WHERE product_id = ?', [productId]);
  const index = (key: (ad: AdName) => string): Map<string, number[]> => {
    const ids = new Map<string, number[]>();
    for (const ad of rows) ids.set(key(ad), [...(ids.get(key(ad)) ?? []), ad.id]);
    return ids;
  };
  const by = {
    id: index(({ id }) => String(id)),
    code: index(({ code }) => code),
    name: index(({ ad_name: name }) => name.trim()),
  };
  const names = new Map(rows.map(({ id, ad_name: name }) => [id, name]));
  return {
    find: (naming, text) => by[naming].get(naming === 'code' ? codeIn(text) : text) ?? [],
    name: (id) => names.get(id) ?? null,
  };
}
