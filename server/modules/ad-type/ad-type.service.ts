import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { visible } from '../../crud/visibility';
import type { Database } from '../../db/database';
import { AdType } from './ad-type.entity';

/** Types of ads. */
export const adTypeService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, AdType, {
      menu: 'ad_categories',
      guard: (actor, _grant, productId) => visible(actor, 'adType', productId),
      keyword: ['e.title'],
    }),
  );
