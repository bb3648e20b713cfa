import { Entity, Index } from 'typeorm';
import { select } from '../db/statements';
import { Int, Ref, Setting, Varchar } from '../db/columns';
import type { SettingDefinition, Wrong } from '../records/setting-definition';
import { counting } from '../records/write/dependents';

@Entity()
@Index('ix_ad_type_product', ['productId', 'sequence'])
export class AdType extends Setting {
  @Ref() productId!: number;

  /** Whether it labels ads as type 1, 2 or 3. */
  @Int() sequence!: number;
  @Varchar(255) title!: string;
}

const IN_USE = 'product_id = :product AND (ad_type1_id = :id OR ad_type2_id = :id OR ad_type3_id = :id)';

/** Ad types. */
export const adTypes: SettingDefinition<AdType> = {
  name: 'adType',
  target: AdType,
  menu: 'ad_categories',
  owner: 'product',
  title: 'title',
  list: () => ({ keyword: ['e.title'] }),
  dependents: [counting('ad', 'ad', IN_USE)],
  // The sequence of a type in use can't change: its ads would refer to the wrong kind.
  validate: async ({ context: { tx }, current, values }): Promise<Wrong> => {
    if (!current || current.values.sequence === values.sequence) return {};
    const { id, productId } = current.row;
    const [used] = await select(tx)`SELECT id FROM ad WHERE product_id = ${productId}
      AND (ad_type1_id = ${id} OR ad_type2_id = ${id} OR ad_type3_id = ${id}) LIMIT 1`;
    return used ? { sequence: { key: 'alreadyUsed' } } : {};
  },
};
