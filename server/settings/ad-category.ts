import { Entity, Index } from 'typeorm';
import { Ref, Setting, Varchar } from '../db/columns';
import type { SettingDefinition } from '../records/setting-definition';
import { counting } from '../records/write/dependents';

@Entity()
@Index('ix_ad_category_product', ['productId'])
export class AdCategory extends Setting {
  @Ref() productId!: number;
  @Varchar(255) title!: string;
}

/** Ad categories. */
export const adCategories: SettingDefinition<AdCategory> = {
  name: 'adCategory',
  target: AdCategory,
  menu: 'ad_categories',
  owner: 'product',
  title: 'title',
  list: () => ({ keyword: ['e.title'] }),
  dependents: [counting('ad', 'ad', 'product_id = :product AND ad_category_id = :id')],
};
