import type { Database } from '../../db/database';
import { Ad } from '../../settings/ad/ad.entity';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import type { ClickEvent, ConversionEvent, ViewEvent } from '../events/incoming-event';

export interface Fixture {
  productId: number;
  /** Ads 1..4 of the product; the second has the performance flag. */
  ads: readonly [number, number, number, number];
  /** LAST slot 1, LAST slot 2, MIDDLE slot 1. */
  cv: { last: number; other: number; middle: number };
}

/** Creates a product with four ads and three CV settings. */
export async function makeProduct(db: Database, settings: Partial<Product> = {}): Promise<Fixture> {
  return db.write(async ({ manager }) => {
    const product = await manager.save(
      Object.assign(new Product(), { companyId: 1, productName: 'P' }, settings),
    );
    const ad = async (name: string) => {
      const entity = Object.assign(new Ad(), {
        productId: product.id,
        code: `${product.id}${name}`,
        adName: name,
        clickCost: 30,
        performanceCvFlag: name === 'b',
      });
      return (await manager.save(entity)).id;
    };
    const ads = [await ad('a'), await ad('b'), await ad('c'), await ad('d')] as const;
    const setting = async (cvType: number, cvSlot: number) =>
      (
        await manager.save(
          Object.assign(new CvSetting(), { productId: product.id, title: 'cv', cvType, cvSlot }),
        )
      ).id;
    return {
      productId: product.id,
      ads,
      cv: { last: await setting(1, 1), other: await setting(1, 2), middle: await setting(0, 1) },
    };
  });
}

const MEDIA = { xclid: null, ses: null, key1: null, key2: null, key3: null };

/** Builds complete events from a few fields. */
export class Events {
  constructor(private readonly fixture: Fixture) {}

  private base(id: string, time: number) {
    return { productId: this.fixture.productId, id, time, door: 'import' as const, ip: null, ua: null };
  }

  click(id: string, time: number, visitorId: string, more: Partial<ClickEvent> = {}): ClickEvent {
    const ad = { adId: this.fixture.ads[0] ?? 0, redirectId: 0, lpoEntryId: 0 };
    const rest = { ...MEDIA, params: null, landingUrl: null, cost: null };
    return { ...this.base(id, time), type: 'click', visitorId, ...ad, ...rest, ...more };
  }

  view(id: string, time: number, visitorId: string, more: Partial<ViewEvent> = {}): ViewEvent {
    const rest = {
      ...MEDIA,
      url: null,
      referrer: null,
      title: null,
      interactionRef: null,
      landingAdId: null,
    };
    return { ...this.base(id, time), type: 'view', visitorId, ...rest, ...more };
  }

  conversion(
    id: string,
    time: number,
    visitorId: string | null,
    more: Partial<ConversionEvent> = {},
  ): ConversionEvent {
    const keys = { otherKey1: null, otherKey2: null, otherKey3: null, args: null, url: null, referrer: null };
    const rest = {
      ...keys,
      interactionRef: null,
      userId: null,
      cvSettingId: this.fixture.cv.last,
      amount: 0,
    };
    return { ...this.base(id, time), type: 'conversion', visitorId, ...rest, ...more };
  }
}
