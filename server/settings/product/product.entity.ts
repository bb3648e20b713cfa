import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** What is advertised; owns every ad, log and setting below it. */
@Entity()
@Index('ix_product_company', ['companyId'])
export class Product extends Setting {
  @Ref()
  companyId!: number;

  @Varchar(255)
  productName!: string;

  @Varchar(255, { nullable: true })
  productDomain!: string | null;

  @Varchar(2048, { nullable: true })
  productUrl!: string | null;

  /** Days (of 24 hours) that a touch can earn a conversion. */
  @Int({ default: 180 })
  trackingTerm: number = 180;

  /** For how many months raw logs are kept; empty: for good. */
  @Int({ nullable: true })
  logRetentionMonths!: number | null;

  /** Comma-separated addresses or CIDR whose events count nowhere. */
  @LongText()
  excludedIps!: string | null;

  /** WeekStart: 0 Sunday, 1 Monday. */
  @Int({ default: 1 })
  weekStart: number = 1;

  @Int({ default: 1 })
  attributionModel: number = 1;

  @Int({ default: 1 })
  adCostAllocationMode: number = 1;

  @Flag({ default: 0 })
  newExistingSeparation: boolean = false;

  @Int({ default: 3 })
  newExistingEvaluation: number = 3;
}
