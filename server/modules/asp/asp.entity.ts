import { Entity, Index } from 'typeorm';
import { LongText, Ref, Varchar } from '../../db/columns';
import { ResultSettings } from './result-settings';

/** Affiliate network or medium that delivers ads and is told of results. */
@Entity()
@Index('ix_asp_product', ['productId'])
export class Asp extends ResultSettings {
  @Ref()
  productId!: number;

  @Varchar(255)
  aspName!: string;

  @Varchar(255, { nullable: true })
  companyName!: string | null;

  @Varchar(32, { nullable: true })
  phoneNumber!: string | null;

  @Varchar(255, { nullable: true })
  address!: string | null;

  @LongText()
  description!: string | null;

  @LongText()
  measurementTag!: string | null;
}
