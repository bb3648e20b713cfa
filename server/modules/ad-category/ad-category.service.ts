import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { visible } from '../../crud/visibility';
import type { Database } from '../../db/database';
import { AdCategory } from './ad-category.entity';

/** Categories of ads. */
export const adCategoryService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, AdCategory, {
      menu: 'ad_categories',
      guard: (actor, _grant, productId) => visible(actor, 'adCategory', productId),
      keyword: ['e.title'],
    }),
  );
