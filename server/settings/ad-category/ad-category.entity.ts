import { Entity, Index } from 'typeorm';
import { Ref, Setting, Varchar } from '../../db/columns';

@Entity()
@Index('ix_ad_category_product', ['productId'])
export class AdCategory extends Setting {
  @Ref()
  productId!: number;

  @Varchar(255)
  title!: string;
}
