import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Varchar } from '../../db/columns';
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

  /** Whether notifications wait until somebody lets them go on. */
  @Flag({ default: 0 })
  postbackPaused: boolean = false;

  /** How many are under way at once; as many as lanes.ts says where it is null. */
  @Int({ nullable: true })
  postbackAtOnce!: number | null;

  /** How many are begun within a second; null: no limit. */
  @Int({ nullable: true })
  postbackPerSecond!: number | null;
}
