import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { oneOf } from '../../crud/condition';
import type { Database } from '../../db/database';
import { Crossdomain } from './crossdomain.entity';

/** Crossdomain settings: further domains of a product. */
export const crossdomainService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, Crossdomain, {
      menu: 'crossdomains',
      guard: (actor, _grant, productId) => [oneOf('e.product_id', productId === null ? actor.productIds : [productId])],
      keyword: ['e.sender_name', 'e.sender_domain'],
    }),
  );
