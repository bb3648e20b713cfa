import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongRef, LongText, Millis, Ref, Varchar } from '../../db/columns';

/** A conversion at a sender: the ledger of what ad platforms got. */
@Entity()
@Index('ux_conversion_send', ['senderId', 'transactionId'], { unique: true })
@Index('ix_conversion_send_time', ['productId', 'createdAt'])
@Index('ix_conversion_send_state', ['productId', 'state', 'createdAt'])
@Index('ix_conversion_send_due', ['productId', 'dueAt'])
@Index('ix_conversion_send_conversion', ['conversionId'])
@Index('ix_conversion_send_batch', ['batchId'])
export class ConversionSend {
  @PrimaryColumn({ type: 'varchar', length: 32 }) id!: string;
  @Ref() productId!: number;
  @Ref() senderId!: number;
  @Varchar(32) platform!: string;
  @LongRef() conversionId!: number;
  @Varchar(128) eventId!: string;
  @Ref() cvSettingId!: number;

  /** The last-CV ad; 0 without one. */
  @Int({ default: 0 }) adId: number = 0;

  /** By it a platform recognises the conversion. */
  @Varchar(64) transactionId!: string;

  /** Value as it was sent last; null before that. */
  @Column({ type: 'double', nullable: true }) valueSen!: number | null;

  /** SendState. */
  @Varchar(12) state!: string;
  @Varchar(255, { nullable: true }) reason!: string | null;

  /** Of a conversion that was sent and does not count any more: due, done or impossible. */
  @Varchar(16, { nullable: true }) retraction!: string | null;

  /** The request or file that carries it. */
  @Varchar(64, { nullable: true }) batchId!: string | null;
  @Int({ default: 0 }) attempts: number = 0;

  /** When its state is to be decided; null if nothing changed since. */
  @Millis({ nullable: true }) dueAt!: number | null;

  /** When its next attempt is due. */
  @Millis({ nullable: true }) nextAt!: number | null;
  @Millis({ nullable: true }) sentAt!: number | null;
  @Millis() createdAt!: number;
}

/** One request to a platform, for the conversions that name it. */
@Entity()
@Index('ix_conversion_batch_due', ['dueAt', 'senderId', 'host'])
@Index('ix_conversion_batch_sender', ['senderId', 'dueAt'])
export class ConversionBatch {
  /** The Idempotency-Key. A half of a refused batch adds a digit, so that its attempts are found by their beginning. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id!: string;
  @Ref() productId!: number;
  @Ref() senderId!: number;
  @Varchar(255) host!: string;

  /** The platform's name for a batch that it received, to ask for its outcome; null for a batch to send. */
  @Varchar(255, { nullable: true }) requestId!: string | null;
  @Millis() createdAt!: number;

  /** When it may be claimed; null once answered or given up. */
  @Millis({ nullable: true }) dueAt!: number | null;
  @Varchar(64, { nullable: true }) owner!: string | null;
  @Varchar(255, { nullable: true }) reason!: string | null;
  @Int({ default: 0 }) attempts: number = 0;
}

/** Attempt to send a batch. Neither credentials nor personal data are recorded. */
@Entity()
@Index('ix_conversion_attempt_batch', ['batchId', 'id'])
export class ConversionAttempt {
  @PrimaryColumn({ type: 'varchar', length: 32 }) id!: string;
  @Ref() productId!: number;
  @Varchar(64) batchId!: string;
  @Millis() at!: number;
  @Varchar(2048) url!: string;
  @Int({ nullable: true }) httpStatus!: number | null;
  @Varchar(32, { nullable: true }) error!: string | null;
  @Int() durationMs!: number;

  /** Number of conversions in the request. */
  @Int() conversions!: number;

  /** First KiB of the response. */
  @LongText() answer!: string | null;
}
