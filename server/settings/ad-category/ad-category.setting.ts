import type { SettingRecord } from '../../records/setting-record';
import { counting } from '../../records/write/dependents';
import { AdCategory } from './ad-category.entity';

/** Ad categories. */
export const adCategories: SettingRecord<AdCategory> = {
  entity: 'adCategory',
  target: AdCategory,
  menu: 'ad_categories',
  owner: 'product',
  title: 'title',
  keyword: ['e.title'],
  dependents: [counting('ad', 'ad', 'product_id = :product AND ad_category_id = :id')],
};
