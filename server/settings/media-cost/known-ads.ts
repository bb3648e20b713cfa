import type { AdNaming } from '../../../shared/domain/media';

interface AdName {
  readonly id: number;
  readonly ad_name: string;
  readonly code: string;
}

/** The ads of a product, by all that files call them. */
export interface KnownAds {
  find(by: AdNaming, text: string): readonly number[];
  name(id: number): string | null;
}

/** The code of a posting URL, or what stands alone. */
const codeIn = (text: string): string => /\/r\/([\w-]+)/.exec(text)?.[1] ?? text;

/** Reads the ads of a product, whatever their status: a medium bills what is over, too. */
export async function readKnownAds(
  query: <T>(sql: string, params: readonly number[]) => Promise<T[]>,
  productId: number,
): Promise<KnownAds> {
  const rows = await query<AdName>('SELECT id, ad_name, code FROM ad WHERE product_id = ?', [productId]);
  const index = (key: (ad: AdName) => string): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const ad of rows) found.set(key(ad), [...(found.get(key(ad)) ?? []), ad.id]);
    return found;
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
