import { counting } from '../../crud/write/dependents';
import type { WriteSpec } from '../../crud/write/write-spec';
import { AdCategory } from './ad-category.entity';

/** Writing of ad categories. */
export const adCategoryWrite: WriteSpec<AdCategory> = {
  entity: 'adCategory',
  target: AdCategory,
  menu: 'ad_categories',
  owner: 'product',
  title: 'title',
  dependents: [counting('ad', 'ad', 'product_id = :product AND ad_category_id = :id')],
};
