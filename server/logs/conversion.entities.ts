import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Int, LongId, LongRef, LongText, Millis, Ref, Varchar } from '../db/columns';

/** One conversion (CV), with values derived from its path. */
@Entity()
@Index('ux_conversion_event', ['productId', 'cvSettingId', 'eventId'], { unique: true })
@Index('ix_conversion_time', ['productId', 'time'])
@Index('ix_conversion_ad', ['productId', 'lastAdId', 'time'])
// Addresses are searched without a time. They are indexed by day, which keeps inserts local.
@Index('ix_conversion_ip', ['productId', 'day', 'ip', 'time'])
@Index('ix_conversion_day', ['productId', 'day'])
@Index('ix_conversion_visitor', ['productId', 'visitorId', 'time'])
@Index('ix_conversion_user', ['productId', 'userId', 'time'])
@Index('ix_conversion_interaction_ref', ['productId', 'interactionRef'])
@Index('ix_conversion_order', ['productId', 'cvSettingId', 'orderDigest'])
@Index('ix_conversion_amount_text', ['productId', 'amountText', 'time'])
@Index('ix_conversion_excluded', ['productId', 'excludedReason', 'time'])
export class Conversion {
  @LongId() id!: number;
  @Ref() productId!: number;
  @Ref() cvSettingId!: number;

  /** Public id of the event. */
  @Varchar(128) eventId!: string;
  @Millis() time!: number;

  /** Tokyo day yyyymmdd. */
  @Int() day!: number;

  /** The setting's cv_type (1 LAST, 0 MIDDLE) and slot at that time. */
  @Int() cvType!: number;
  @Int() cvSlot!: number;
  @Varchar(128) visitorId!: string;

  /** Set if the event identified its visitor only by an interaction. */
  @Varchar(128, { nullable: true }) interactionRef!: string | null;

  /** Set if the event identified its visitor only by customer id: it follows that customer's conversions. */
  @Flag({ default: 0 }) byUser: boolean = false;

  /** The advertiser's customer id. */
  @Varchar(255, { nullable: true }) userId!: string | null;
  @Column({ type: 'double' }) amountSen!: number;

  /** The amount as the page wrote it, if it could not be read; the amount is 0 then. */
  @Varchar(255, { nullable: true }) amountText!: string | null;
  @LongText() args!: string | null;
  @Varchar(255, { nullable: true }) otherKey1!: string | null;
  @Varchar(255, { nullable: true }) otherKey2!: string | null;
  @Varchar(255, { nullable: true }) otherKey3!: string | null;
  @LongText() url!: string | null;
  @LongText() referrer!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @LongText() ua!: string | null;

  /** collect, s2s, postback or import. */
  @Varchar(10) door!: string;
  @Int() device!: number;

  /** The product's tracking_term at that time, in days. */
  @Int() trackingTerm!: number;

  /** Derived for `duplicate_order`; else decided at arrival. */
  @Varchar(20, { nullable: true }) excludedReason!: string | null;

  /** Keyed digest of its order: the argument that the setting's order_key named at arrival. */
  @Varchar(43, { nullable: true }) orderDigest!: string | null;

  /** Derived: event id of the order's first conversion, which counts. */
  @Varchar(128, { nullable: true }) duplicateOf!: string | null;

  /** Derived: the amount that amendments set; null if none did. */
  @Column({ type: 'double', nullable: true }) amendedSen!: number | null;

  /** Derived: an amendment cancelled it. */
  @Flag({ default: 0 }) cancelled: boolean = false;

  /** Derived: an earlier LAST conversion of the same customer exists. */
  @Flag({ default: 0 }) repeated: boolean = false;

  /** Derived: the time of that customer's previous LAST conversion. */
  @Millis({ nullable: true }) previousTime!: number | null;

  /** Derived: touches in the whole path. */
  @Int({ default: 0 }) touchCount: number = 0;

  /** Derived: position in the whole path where the path since the previous LAST conversion begins. */
  @Int({ default: 1 }) cutFrom: number = 1;
  @Int({ default: 0 }) firstAdId: number = 0;
  @Int({ default: 0 }) lastAdId: number = 0;
  @Varchar(128, { nullable: true }) lastInteractionId!: string | null;
  @Int({ default: 0 }) performanceAdId: number = 0;
  @Varchar(128, { nullable: true }) performanceInteractionId!: string | null;

  /** Derived: milliseconds from the whole path's first touch; null for a direct conversion. */
  @Millis({ nullable: true }) latencyMs!: number | null;
  @Millis() storedAt!: number;

  /** When its results were created, even if there were none; null before that. */
  @Millis({ nullable: true }) resultsMadeAt!: number | null;
}

/**
 * The visitor's consent, and the keys by which ad platforms recognise them, of a conversion that came with any.
 * Deleted after 90 days.
 */
@Entity()
@Index('ix_conversion_match_time', ['productId', 'time'])
export class ConversionMatch {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;
  @Millis() time!: number;

  /** granted, denied or null. */
  @Varchar(8, { nullable: true }) consent!: string | null;

  /** SHA-256 in hexadecimal digits; of the phone number in E.164, and of its digits. */
  @Varchar(64, { nullable: true }) hashedEmail!: string | null;
  @Varchar(64, { nullable: true }) hashedPhone!: string | null;
  @Varchar(64, { nullable: true }) hashedPhoneDigits!: string | null;

  /** Values of the platforms' own cookies. */
  @Varchar(255, { nullable: true }) fbp!: string | null;
  @Varchar(255, { nullable: true }) lySu!: string | null;
  @Varchar(255, { nullable: true }) lyR!: string | null;

  /** Click ids by name, as JSON. */
  @LongText() clickIds!: string | null;
}

/** A change of a conversion: a refund, a cancellation or their end. */
@Entity()
@Index('ix_conversion_amendment_conversion', ['conversionId'])
@Index('ix_conversion_amendment_order', ['productId', 'orderDigest'])
export class ConversionAmendment {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Outside id. */
  @PrimaryColumn({ type: 'varchar', length: 128 }) id!: string;
  @Millis() time!: number;

  /** The named conversion; for an order, the one that counted at arrival. */
  @LongRef() conversionId!: number;
  @Ref() cvSettingId!: number;

  /** Set if it names an order: it follows the order's conversions. */
  @Varchar(43, { nullable: true }) orderDigest!: string | null;

  /** Null leaves the amount. */
  @Column({ type: 'double', nullable: true }) amountSen!: number | null;
  @Flag({ nullable: true }) cancelled!: boolean | null;
  @Varchar(1000, { nullable: true }) reason!: string | null;

  /** s2s, import or console. */
  @Varchar(10) door!: string;

  /** The user who entered it in the console. */
  @Ref({ nullable: true }) userId!: number | null;
  @Millis() storedAt!: number;
}

/**
 * A touch of an evaluated path, with its share under each model.
 * A direct conversion has one row at position 0 with ad 0 and all shares 1, which makes every metric value a
 * sum over rows.
 */
@Entity()
@Index('ix_conversion_touch_conversion', ['conversionId'])
// Covering index of an ad's conversions, newest first.
@Index('ix_conversion_touch_ad', ['productId', 'adId', 'day', 'conversionId', 'pathClass', 'cvType'])
export class ConversionTouch {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Tokyo day of the conversion. */
  @PrimaryColumn({ type: 'integer' }) day!: number;
  @PrimaryColumn({ type: 'int8' }) conversionId!: number;

  /** 1 first conversion, 2 repeat with the path since the previous one, 3 repeat with the whole path. */
  @PrimaryColumn({ name: 'class', type: 'integer' }) pathClass!: number;

  /** 1..n, oldest first; 0 for a direct conversion. */
  @PrimaryColumn({ type: 'integer' }) pos!: number;

  /** Number of touches in the path. */
  @Int() n!: number;
  @Varchar(128, { nullable: true }) interactionId!: string | null;
  @Int() adId!: number;
  @Int() device!: number;
  @Int() redirectId!: number;
  @Int() lpoEntryId!: number;

  /** Time of the touch; for a direct conversion its own time. */
  @Millis() touchedAt!: number;
  @Int() cvSettingId!: number;
  @Int() cvType!: number;
  @Int() cvSlot!: number;
  @Column({ type: 'double' }) amountSen!: number;

  /** Whether the conversion is credited to this touch (last CV); 1 on a direct conversion's row. */
  @Flag() isLast!: boolean;
  /** Whether this is the ad's first touch in this position's indirect column; false for the last-CV ad. */
  @Flag() countsIndirect!: boolean;
  /** Whether this is the ad's first touch in the path; false for the last-CV ad. */
  @Flag() countsIndirectTotal!: boolean;
  /** Milliseconds from the path's first touch to the conversion, on the last touch's row; else 0. */
  @Column({ type: 'double' }) latencyMs!: number;
  @Column({ name: 'share_1', type: 'double' }) share1!: number;
  @Column({ name: 'share_2', type: 'double' }) share2!: number;
  @Column({ name: 'share_3', type: 'double' }) share3!: number;
  @Column({ name: 'share_4', type: 'double' }) share4!: number;
  @Column({ name: 'share_5', type: 'double' }) share5!: number;
  @Column({ name: 'share_6', type: 'double', default: 0 }) share6!: number;
}
