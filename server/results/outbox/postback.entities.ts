import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Int, LongId, LongText, Millis, Ref, Varchar } from '../../db/columns';

/** Postback to an ad network: written with the change of status it reports, sent later. */
@Entity()
@Index('ix_postback_due', ['dueAt', 'aspId', 'host'])
@Index('ix_postback_lane', ['aspId', 'host', 'dueAt'])
@Index('ix_postback_time', ['productId', 'createdAt'])
@Index('ix_postback_status', ['productId', 'resultStatus', 'createdAt'])
@Index('ix_postback_result', ['resultId'])
export class Postback {
  /** The Idempotency-Key, unchanged on a resend. For a new result it is the result's id, else ordered by time. */
  @PrimaryColumn({ type: 'varchar', length: 32 }) id!: string;
  @Ref() productId!: number;

  /** 0 if the ad has no ad network and uses its own settings. */
  @Int({ default: 0 }) aspId: number = 0;
  @Int({ default: 0 }) adId: number = 0;

  /** Null for a test. */
  @Varchar(32, { nullable: true }) resultId!: string | null;

  /** created, changed or test. */
  @Varchar(16) kind!: string;

  /** The status it reports. */
  @Int({ nullable: true }) approvalStatus!: number | null;

  /** As rendered when the status changed. */
  @LongText({ nullable: false }) url!: string;
  /** Host of the URL with its port. */
  @Varchar(255, { default: '' }) host: string = '';
  @Millis() createdAt!: number;

  /** When it may be claimed; null once delivered or given up. */
  @Millis({ nullable: true }) dueAt!: number | null;
  @Int({ default: 0 }) attempts: number = 0;

  /** Worker that claimed it. */
  @Varchar(64, { nullable: true }) owner!: string | null;

  /** Why the last attempt failed. */
  @Varchar(255, { nullable: true }) reason!: string | null;

  /** QueueResult: true delivered, false given up, null pending. */
  @Flag({ nullable: true }) resultStatus!: boolean | null;
  @Millis({ nullable: true }) executedAt!: number | null;
}

/** Attempt to deliver a postback. */
@Entity()
@Index('ix_postback_attempt_postback', ['postbackId', 'id'])
export class PostbackAttempt {
  @LongId() id!: number;
  @Ref() productId!: number;
  @Varchar(32) postbackId!: string;
  @Millis() at!: number;
  @LongText({ nullable: false }) url!: string;

  /** As sent, one per line. */
  @LongText() requestHeaders!: string | null;

  /** Null if no response arrived. */
  @Int({ nullable: true }) httpStatus!: number | null;

  /** Error code; null for a delivery. */
  @Varchar(32, { nullable: true }) error!: string | null;
  @Varchar(255, { nullable: true }) errorDetail!: string | null;
  @Int() durationMs!: number;

  /** First KiB of the response. */
  @LongText() answer!: string | null;
}
