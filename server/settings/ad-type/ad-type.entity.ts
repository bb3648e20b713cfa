import { Entity, Index } from 'typeorm';
import { Int, Ref, Setting, Varchar } from '../../db/columns';

@Entity()
@Index('ix_ad_type_product', ['productId', 'sequence'])
export class AdType extends Setting {
  @Ref()
  productId!: number;

  /** Whether it labels ads as type 1, 2 or 3. */
  @Int()
  sequence!: number;

  @Varchar(255)
  title!: string;
}
