import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongText, Millis, Varchar } from '../db/columns';

/** One page view (アクセス) on the advertiser's site. */
@Entity()
@Index('ix_access_visitor', ['productId', 'visitorId', 'time'])
// Covering index for the daily page view counts of the rollups.
@Index('ix_access_day', ['productId', 'day', 'adId', 'device', 'redirectId', 'lpoEntryId'])
@Index('ix_access_time', ['productId', 'time'])
// Columns to search without a time. Addresses are indexed by day, which keeps inserts local.
@Index('ix_access_ip', ['productId', 'day', 'ip', 'time'])
@Index('ix_access_excluded', ['productId', 'excludedReason', 'time'])
export class Access {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  id!: string;

  @Millis()
  time!: number;

  /** Tokyo day yyyymmdd. */
  @Int()
  day!: number;

  @Varchar(128)
  visitorId!: string;

  /** collect, s2s or import. */
  @Varchar(10)
  door!: string;

  @Int()
  device!: number;

  @LongText() url!: string | null;
  @LongText() referrer!: string | null;
  @LongText() title!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @LongText() ua!: string | null;

  /** The interaction that the landing carried (a_iid); it is assigned to this visitor. */
  @Varchar(128, { nullable: true })
  interactionRef!: string | null;

  @Varchar(20, { nullable: true })
  excludedReason!: string | null;

  /** Derived: the interaction that the view belongs to, or null. */
  @Varchar(128, { nullable: true })
  interactionId!: string | null;

  /** Derived from that interaction; 0 without one. */
  @Int({ default: 0 })
  adId: number = 0;

  @Int({ default: 0 })
  redirectId: number = 0;

  @Int({ default: 0 })
  lpoEntryId: number = 0;

  @Millis()
  storedAt!: number;
}

/** A view that carries an interaction (a_iid). Few views do, so this table indexes them by interaction. */
@Entity()
@Index('ix_access_ref_visitor', ['productId', 'visitorId', 'time'])
export class AccessRef {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  interactionRef!: string;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  accessId!: string;

  @Varchar(128)
  visitorId!: string;

  @Millis()
  time!: number;
}
