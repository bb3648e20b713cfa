import { Column, Entity, Index } from 'typeorm';
import { Flag, Id, Int, LongText, Millis, Ref, Varchar } from '../db/columns';

/** One conversion (CV), with what its path says of it. */
@Entity()
@Index('ux_conversion_event', ['productId', 'cvSettingId', 'eventId'], { unique: true })
@Index('ix_conversion_time', ['productId', 'time'])
// What is looked for in the log without knowing when it was, day by day, so that new rows lie together.
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

  /** The event's own outside id. */
  @Varchar(128)
  eventId!: string;

  @Millis()
  time!: number;

  /** Tokyo day yyyymmdd. */
  @Int()
  day!: number;

  /** The setting's cv_type (1 LAST, 0 MIDDLE) and slot of that moment. */
  @Int()
  cvType!: number;

  @Int()
  cvSlot!: number;

  @Varchar(128)
  visitorId!: string;

  /** Set when the event named its visitor by an interaction only. */
  @Varchar(128, { nullable: true })
  interactionRef!: string | null;

  /** The event named its visitor by the customer id only: it follows that customer's conversions. */
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

  /** The product's tracking_term of that moment, in days. */
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

  /** Derived, of the whole path. */
  @Int({ default: 0 })
  touchCount: number = 0;

  /** Derived: position in the whole path at which the path since the previous LAST conversion begins. */
  @Int({ default: 1 })
  cutFrom: number = 1;

  @Int({ default: 0 }) firstAdId: number = 0;
  @Int({ default: 0 }) lastAdId: number = 0;
  @Varchar(128, { nullable: true }) lastInteractionId!: string | null;
  @Int({ default: 0 }) performanceAdId: number = 0;
  @Varchar(128, { nullable: true }) performanceInteractionId!: string | null;

  /** Derived: milliseconds from the whole path's first touch; empty for a direct one. */
  @Millis({ nullable: true })
  latencyMs!: number | null;

  @Millis()
  storedAt!: number;

  /** When its results were made, be it none; empty while they are not. */
  @Millis({ nullable: true })
  resultsMadeAt!: number | null;
}
