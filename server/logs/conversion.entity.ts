import { Column, Entity, Index } from 'typeorm';
import { Flag, Id, Int, LongText, Millis, Ref, Varchar } from '../db/columns';

/** One conversion (CV), with values derived from its path. */
@Entity()
@Index('ux_conversion_event', ['productId', 'cvSettingId', 'eventId'], { unique: true })
@Index('ix_conversion_time', ['productId', 'time'])
// Addresses are searched without a time. They are indexed by day, which keeps inserts local.
@Index('ix_conversion_ip', ['productId', 'day', 'ip', 'time'])
@Index('ix_conversion_day', ['productId', 'day'])
@Index('ix_conversion_visitor', ['productId', 'visitorId', 'time'])
@Index('ix_conversion_user', ['productId', 'userId', 'time'])
@Index('ix_conversion_interaction_ref', ['productId', 'interactionRef'])
export class Conversion {
  @Id()
  id!: number;

  @Ref()
  productId!: number;

  @Ref()
  cvSettingId!: number;

  /** Public id of the event. */
  @Varchar(128)
  eventId!: string;

  @Millis()
  time!: number;

  /** Tokyo day yyyymmdd. */
  @Int()
  day!: number;

  /** The setting's cv_type (1 LAST, 0 MIDDLE) and slot at that time. */
  @Int()
  cvType!: number;

  @Int()
  cvSlot!: number;

  @Varchar(128)
  visitorId!: string;

  /** Set if the event identified its visitor only by an interaction. */
  @Varchar(128, { nullable: true })
  interactionRef!: string | null;

  /** Set if the event identified its visitor only by customer id: it follows that customer's conversions. */
  @Flag({ default: 0 })
  byUser: boolean = false;

  /** The advertiser's customer id. */
  @Varchar(255, { nullable: true })
  userId!: string | null;

  @Column({ type: 'double' })
  amountSen!: number;

  @LongText() args!: string | null;
  @Varchar(255, { nullable: true }) otherKey1!: string | null;
  @Varchar(255, { nullable: true }) otherKey2!: string | null;
  @Varchar(255, { nullable: true }) otherKey3!: string | null;
  @LongText() url!: string | null;
  @LongText() referrer!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @LongText() ua!: string | null;

  /** collect, s2s or import. */
  @Varchar(10)
  door!: string;

  @Int()
  device!: number;

  /** The product's tracking_term at that time, in days. */
  @Int()
  trackingTerm!: number;

  @Varchar(20, { nullable: true })
  excludedReason!: string | null;

  /** Derived: an earlier LAST conversion of the same customer exists. */
  @Flag({ default: 0 })
  repeated: boolean = false;

  /** Derived: the time of that customer's previous LAST conversion. */
  @Millis({ nullable: true })
  previousTime!: number | null;

  /** Derived: touches in the whole path. */
  @Int({ default: 0 })
  touchCount: number = 0;

  /** Derived: position in the whole path where the path since the previous LAST conversion begins. */
  @Int({ default: 1 })
  cutFrom: number = 1;

  @Int({ default: 0 }) firstAdId: number = 0;
  @Int({ default: 0 }) lastAdId: number = 0;
  @Varchar(128, { nullable: true }) lastInteractionId!: string | null;
  @Int({ default: 0 }) performanceAdId: number = 0;
  @Varchar(128, { nullable: true }) performanceInteractionId!: string | null;

  /** Derived: milliseconds from the whole path's first touch; null for a direct conversion. */
  @Millis({ nullable: true })
  latencyMs!: number | null;

  @Millis()
  storedAt!: number;

  /** When its results were created, even if there were none; null before that. */
  @Millis({ nullable: true })
  resultsMadeAt!: number | null;
}
