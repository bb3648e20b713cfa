import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Varchar, Yen } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';
import { ResultSettings } from '../asp/result-settings';

/** One trackable placement. Only the name is required. */
@Tracked()
@Entity()
@Index('ix_ad_product', ['productId', 'aspId'])
@Index('ux_ad_code', ['code'], { unique: true })
export class Ad extends ResultSettings {
  @Ref() productId!: number;

  /** Unguessable part of the posting URL /r/{code}. */
  @Varchar(32) code!: string;
  @Varchar(255) adName!: string;

  /** Where the ad is placed (free text). */
  @Varchar(2048, { nullable: true }) adPostUrl!: string | null;
  @LongText() adDescription!: string | null;
  @Ref({ nullable: true }) agencyId!: number | null;
  @Ref({ nullable: true }) aspId!: number | null;
  @Ref({ nullable: true }) adCategoryId!: number | null;
  @Ref({ nullable: true }) adType1Id!: number | null;
  @Ref({ nullable: true }) adType2Id!: number | null;
  @Ref({ nullable: true }) adType3Id!: number | null;

  /** First and last Tokyo day (yyyymmdd) on which live clicks count; null: unlimited. */
  @Int({ nullable: true }) periodFrom!: number | null;
  @Int({ nullable: true }) periodTo!: number | null;

  /** The ad's landing page. */
  @Varchar(2048, { nullable: true }) redirectUrl!: string | null;

  /** Whether the posting URL is the ad's redirect link; otherwise it is the direct link. */
  @Flag({ default: 1 }) redirectFlag: boolean = true;
  @Yen('click_cost_sen', { default: 0 }) clickCost: number = 0;
  @Yen('cv_cost_sen', { default: 0 }) cvCost: number = 0;
  @Flag({ default: 0 }) useParamsIndividuallySetting: boolean = false;
  @Flag({ default: 0 }) resultNoticeIndividuallySetting: boolean = false;
  @Flag({ default: 0 }) autoApprovalIndividuallySetting: boolean = false;
}
