import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, Int, Millis, Ref, Varchar } from '../db/columns';

/**
 * One change of a result's status, including its creation. Either it has a postback, or `untold` states why
 * not.
 */
@Entity()
@Index('ix_result_history_result', ['resultId', 'id'])
@Index('ix_result_history_change', ['changeId'])
export class ResultHistory {
  @Id() id!: number;
  @Ref() productId!: number;
  @Varchar(32) resultId!: string;

  /** Shared by all results changed at once. */
  @Varchar(32) changeId!: string;
  @Millis() at!: number;

  /** Author of the change; null for the product itself. */
  @Ref({ nullable: true }) userId!: number | null;

  /** Null for a new result. */
  @Int({ nullable: true }) fromStatus!: number | null;
  @Int() toStatus!: number;
  @Varchar(1000, { nullable: true }) reason!: string | null;

  /** The postback that reports it. */
  @Varchar(32, { nullable: true }) postbackId!: string | null;

  /** Why there is no postback (see `Untold`). */
  @Varchar(20, { nullable: true }) untold!: string | null;
}

/** Digest of an IP address or argument value of a result; used to find duplicates. */
@Entity()
export class ResultTrait {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 22 }) trait!: string;
  @PrimaryColumn({ type: 'integer' }) adId!: number;

  /** The conversion, by its sort key. */
  @PrimaryColumn({ type: 'bigint' }) cvTime!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;
  @Varchar(32) resultId!: string;
}

/** Conversion whose results are not created yet, in processing order. */
@Entity()
export class ResultDue {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Load that holds it until its end; empty if not held. */
  @PrimaryColumn({ type: 'varchar', length: 64, default: '' }) hold!: string;
  @PrimaryColumn({ type: 'bigint' }) cvTime!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;

  @Varchar(128) visitorId!: string;
  @Varchar(255, { nullable: true }) userId!: string | null;

  /** Why its results send no postbacks (see `Untold`); null to follow the settings. */
  @Varchar(20, { nullable: true }) untold!: string | null;
  @Millis() storedAt!: number;
}
