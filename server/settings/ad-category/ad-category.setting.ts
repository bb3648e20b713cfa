import type { SettingDefinition } from '../../records/setting-definition';
import { counting } from '../../records/write/dependents';
import { AdCategory } from './ad-category.entity';

/** Ad categories. */
export const adCategories: SettingDefinition<AdCategory> = {
  name: 'adCategory',
  target: AdCategory,
  menu: 'ad_categories',
  owner: 'product',
  title: 'title',
  keyword: ['e.title'],
  dependents: [counting('ad', 'ad', 'product_id = :product AND ad_category_id = :id')],
};
