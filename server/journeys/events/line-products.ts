import type { LineProduct } from './event-line';
import type { Database } from '../../db/database';

/** Product data for the validation of event lines; new ads are added to it. */
class LoadedProduct implements LineProduct {
  private readonly ads = new Set<number>();
  private readonly names = new Map<string, number[]>();
  private readonly cvSettings = new Set<number>();
  readonly lastCvSettingIds: number[] = [];

  addAd(id: number, name: string): void {
    this.ads.add(id);
    const bearers = this.names.get(name);
    if (bearers) bearers.push(id);
    else this.names.set(name, [id]);
  }

  addCvSetting(id: number, isLast: boolean): void {
    this.cvSettings.add(id);
    if (isLast) this.lastCvSettingIds.push(id);
  }

  hasAd(id: number): boolean {
    return this.ads.has(id);
  }

  adsNamed(name: string): readonly number[] {
    return this.names.get(name) ?? [];
  }

  hasCvSetting(id: number): boolean {
    return this.cvSettings.has(id);
  }
}

/** Loads one product, or all, with ads and CV settings, by id. */
export async function loadLineProducts(
  db: Pick<Database, 'read'>,
  only: number | null = null,
): Promise<Map<number, LoadedProduct>> {
  const [where, params] = only === null ? ['', []] : [' WHERE product_id = ?', [only]];
  const products = new Map<number, LoadedProduct>();
  const known =
    only === null ? (await db.read<{ id: number }>('SELECT id FROM product')).map(({ id }) => id) : [only];
  for (const id of known) products.set(id, new LoadedProduct());
  const ads = await db.read<{ id: number; product_id: number; ad_name: string }>(
    `SELECT id, product_id, ad_name FROM ad${where}`,
    params,
  );
  for (const ad of ads) products.get(ad.product_id)?.addAd(ad.id, ad.ad_name);
  const settings = await db.read<{ id: number; product_id: number; cv_type: number }>(
    `SELECT id, product_id, cv_type FROM cv_setting${where} ORDER BY id`,
    params,
  );
  for (const { id, product_id, cv_type } of settings)
    products.get(product_id)?.addCvSetting(id, cv_type === 1);
  return products;
}
