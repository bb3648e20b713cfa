import { Entity, Index, PrimaryColumn, Column } from 'typeorm';
import { Flag, Int, LongId, LongRef, LongText, Millis, Ref, Varchar } from '../db/columns';
import { MEDIUM_VALUE_LENGTH } from '../journeys/events/incoming-event';

/** One ad contact (接触). `id` is the event's public id. */
@Entity()
@Index('ix_interaction_visitor', ['productId', 'visitorId', 'time'])
// Covering index for the daily sums of the rollups.
@Index('ix_interaction_day', [
  'productId',
  'day',
  'adId',
  'device',
  'redirectId',
  'lpoEntryId',
  'counted',
  'firstTouch',
  'costSen',
])
@Index('ix_interaction_time', ['productId', 'time'])
@Index('ix_interaction_ad', ['productId', 'adId', 'time'])
// Columns to search without a time. Addresses are indexed by day, which keeps inserts local. The flags let it
// count rows by address and by slot.
@Index('ix_interaction_ip', ['productId', 'day', 'ip', 'time', 'counted', 'firstTouch'])
@Index('ix_interaction_excluded', ['productId', 'excludedReason', 'time'])
export class Interaction {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) id!: string;
  @Millis() time!: number;

  /** Tokyo day yyyymmdd. */
  @Int() day!: number;
  @Ref() adId!: number;

  /** The visitor that the event named; `visitorId` is the owner after reassignment. */
  @Varchar(128) claimedVisitorId!: string;
  @Varchar(128) visitorId!: string;

  /** redirect, landing, collect, s2s or import. */
  @Varchar(10) door!: string;

  /** Device code: 1 pc, 2 smartphone, 3 tablet, 4 other. */
  @Int() device!: number;

  /** 0: none. */
  @Int({ default: 0 }) redirectId: number = 0;
  @Int({ default: 0 }) lpoEntryId: number = 0;
  @Column({ type: 'double' }) costSen!: number;

  /** Whether the event had an individual cost; otherwise it is the ad's click_cost at that time. */
  @Flag({ default: 0 }) costGiven: boolean = false;

  /** The ad's performance_cv_flag at that time. */
  @Flag({ default: 0 }) performanceFlag: boolean = false;

  /** The product's tracking_term at that time, in days. */
  @Int() trackingTerm!: number;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) xclid!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) ses!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key1!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key2!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key3!: string | null;
  /** Click ids of ad platforms by name, as JSON. */
  @LongText() clickIds!: string | null;
  /** Keys of all its click ids (see `clickKey`), joined by spaces; signed once erased. */
  @Varchar(512, { nullable: true }) clickKeys!: string | null;
  /** Query parameters of the click. */
  @LongText() params!: string | null;
  /** The landing page and its view: the one that created the contact, or derived, the one that carries the click. */
  @LongText() landingUrl!: string | null;
  @Varchar(128, { nullable: true }) accessId!: string | null;
  /** Signs that a landing may repeat an earlier one (REPEAT_SIGN); null for clicks and rows before 0.3.0. */
  @Column({ type: 'smallint', nullable: true }) landingSigns!: number | null;
  @LongText() referrer!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @LongText() ua!: string | null;

  /** Why it is not counted: excluded_ip, bot or foreign_host; null for a counted event. */
  @Varchar(20, { nullable: true }) excludedReason!: string | null;

  /** Derived: 1 if it is part of journeys (not excluded, not a repeated landing). */
  @Flag() counted!: boolean;

  /** Derived: opens a reference. */
  @Flag() firstTouch!: boolean;

  /** Derived: id of the interaction that opened its reference; null if not counted. */
  @Varchar(128, { nullable: true }) referenceId!: string | null;
  @Millis() storedAt!: number;

  /** Its user agent in UserAgent; `ua` is null then. */
  @LongRef({ nullable: true }) uaId!: number | null;
}

/** One page view (アクセス) on the advertiser's site. */
@Entity()
@Index('ix_access_visitor', ['productId', 'visitorId', 'time'])
// Covering index for the daily page view counts of the rollups.
@Index('ix_access_day', ['productId', 'day', 'adId', 'device', 'redirectId', 'lpoEntryId'])
@Index('ix_access_time', ['productId', 'time'])
// Columns to search without a time. Addresses are indexed by day, which keeps inserts local.
@Index('ix_access_ip', ['productId', 'day', 'ip', 'time'])
// Excluded views belong to no ad, so one index finds both.
@Index('ix_access_excluded', ['productId', 'excludedReason', 'adId', 'time'])
export class Access {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) id!: string;
  @Millis() time!: number;

  /** Tokyo day yyyymmdd. */
  @Int() day!: number;
  @Varchar(128) visitorId!: string;

  /** collect, s2s or import. */
  @Varchar(10) door!: string;
  @Int() device!: number;
  @LongText() url!: string | null;
  @LongText() referrer!: string | null;
  @LongText() title!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @LongText() ua!: string | null;

  /** Parts of the user agent; null if unknown. */
  @Varchar(64, { nullable: true }) os!: string | null;
  @Varchar(64, { nullable: true }) osVer!: string | null;
  @Varchar(64, { nullable: true }) browser!: string | null;
  @Varchar(64, { nullable: true }) browserVer!: string | null;

  /** The interaction that the landing carried (a_iid); it is assigned to this visitor. */
  @Varchar(128, { nullable: true }) interactionRef!: string | null;
  @Varchar(20, { nullable: true }) excludedReason!: string | null;

  /** Derived: the interaction that the view belongs to, or null. */
  @Varchar(128, { nullable: true }) interactionId!: string | null;

  /** Derived from that interaction; 0 without one. */
  @Int({ default: 0 }) adId: number = 0;
  @Int({ default: 0 }) redirectId: number = 0;
  @Int({ default: 0 }) lpoEntryId: number = 0;
  @Millis() storedAt!: number;

  /** Its user agent in UserAgent; `ua` and its parts are null then. */
  @LongRef({ nullable: true }) uaId!: number | null;
}

/** A user agent of a product's contacts and views of a month. Rows of earlier versions hold their own. */
@Entity()
@Index('ux_user_agent_hash', ['productId', 'hash', 'month'], { unique: true })
export class UserAgent {
  @LongId() id!: number;
  @Ref() productId!: number;

  /** Tokyo month yyyymm. */
  @Int() month!: number;

  /** First 128 bits of the text's SHA-256, in hex. */
  @Varchar(32) hash!: string;
  @LongText({ nullable: false }) ua!: string;
  @Varchar(64, { nullable: true }) os!: string | null;
  @Varchar(64, { nullable: true }) osVer!: string | null;
  @Varchar(64, { nullable: true }) browser!: string | null;
  @Varchar(64, { nullable: true }) browserVer!: string | null;
}

/** A view that carries an interaction (a_iid). Few views do, so this table indexes them by interaction. */
@Entity()
@Index('ix_access_ref_visitor', ['productId', 'visitorId', 'time'])
export class AccessRef {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) interactionRef!: string;
  @PrimaryColumn({ type: 'varchar', length: 128 }) accessId!: string;
  @Varchar(128) visitorId!: string;
  @Millis() time!: number;

  /** Whether the browser is a known in-app browser. */
  @Flag({ default: 0 }) inApp: boolean = false;

  /** Check value of the network (see `networkCheck`); null if unknown. */
  @Varchar(5, { nullable: true }) network!: string | null;
}

/** A click id of an interaction, or of a view that may join a click by it. */
@Entity()
@Index('ix_click_key_visitor', ['productId', 'visitorId', 'time'])
@Index('ix_click_key_time', ['productId', 'kind', 'time'])
export class ClickKey {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** See `clickKey`; signed once erased. */
  @PrimaryColumn({ type: 'varchar', length: 32 }) clickKey!: string;

  /** See CLICK_KEY_OF. */
  @PrimaryColumn({ type: 'smallint' }) kind!: number;
  @PrimaryColumn({ type: 'bigint' }) time!: number;

  /** Id of the interaction or view. */
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;

  /** Owner of the interaction, or visitor of the view. */
  @Varchar(128) visitorId!: string;
}
