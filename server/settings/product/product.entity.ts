import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';

/** An advertised product; owns all of its ads, logs and settings. */
@Tracked()
@Entity()
@Index('ix_product_company', ['companyId'])
export class Product extends Setting {
  @Ref() companyId!: number;
  @Varchar(255) productName!: string;
  @Varchar(255, { nullable: true }) productDomain!: string | null;
  @Varchar(2048, { nullable: true }) productUrl!: string | null;

  /** Attribution window of a touch, in days of 24 hours. */
  @Int({ default: 180 }) trackingTerm: number = 180;

  /** Months of retention of raw logs; null: unlimited. */
  @Int({ nullable: true }) logRetentionMonths!: number | null;

  /** Comma-separated addresses or CIDR whose events are not counted. */
  @LongText() excludedIps!: string | null;

  /** Tracking host on the advertiser's own domain, for tag, links and posting URLs; null: TRACKER_URL. */
  @Varchar(255, { nullable: true }) trackerHost!: string | null;

  /** Whether events of the tag count only from the product's domain, its sender domains and `moreHosts`. */
  @Flag({ default: 0 }) measuredHostsOnly: boolean = false;

  /** Comma-separated hosts that are measured too. */
  @LongText() moreHosts!: string | null;

  /** Comma-separated parts of user agents that always are people. */
  @LongText() peopleUserAgents!: string | null;

  /** Comma-separated parts of user agents that always are robots. */
  @LongText() robotUserAgents!: string | null;

  /** WeekStart: 0 Sunday, 1 Monday. */
  @Int({ default: 1 }) weekStart: number = 1;
  @Int({ default: 1 }) attributionModel: number = 1;
  @Int({ default: 1 }) adCostAllocationMode: number = 1;
  @Flag({ default: 0 }) newExistingSeparation: boolean = false;
  @Int({ default: 3 }) newExistingEvaluation: number = 3;

  /** Whether links show its reports to people outside the company. */
  @Flag({ default: 1 }) sharingAllowed: boolean = true;
}
