import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';

/** Defines which events count as a conversion. */
@Tracked()
@Entity()
@Index('ux_cv_setting_slot', ['productId', 'cvType', 'cvSlot'], { unique: true })
export class CvSetting extends Setting {
  @Ref()
  productId!: number;

  @Varchar(255)
  title!: string;

  /** CvType: 1 LAST, 0 MIDDLE. */
  @Int()
  cvType!: number;

  /** 1 to 3, unique per product and type. */
  @Int()
  cvSlot!: number;

  /** CvCondition: 1 URL, 2 URL_REFERRER, 3 BUTTON_CLICK. */
  @Int({ default: 1 })
  cvCondition: number = 1;

  /** Page that must lead to the CV page (URL_REFERRER). */
  @Varchar(2048, { nullable: true })
  referrerUrl!: string | null;

  @Varchar(2048, { nullable: true })
  cvUrl!: string | null;

  @LongText()
  cvTag!: string | null;

  /** Whether MIDDLE conversions create results too. */
  @Flag({ default: 0 })
  resultFlag: boolean = false;
}
