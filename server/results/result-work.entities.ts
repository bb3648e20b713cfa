import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, Int, Millis, Ref, Varchar } from '../db/columns';

/**
 * One change of a result's state, its making included. Either a notification tells of it or it says why none does, so
 * that none is forgotten.
 */
@Entity()
@Index('ix_result_history_result', ['resultId', 'id'])
@Index('ix_result_history_change', ['changeId'])
export class ResultHistory {
  @Id() id!: number;
  @Ref() productId!: number;
  @Varchar(32) resultId!: string;

  /** The same for all results that were changed at once. */
  @Varchar(32) changeId!: string;
  @Millis() at!: number;

  /** Who changed it; null: the product itself. */
  @Ref({ nullable: true }) userId!: number | null;

  /** Null: it was made. */
  @Int({ nullable: true }) fromStatus!: number | null;
  @Int() toStatus!: number;
  @Varchar(1000, { nullable: true }) reason!: string | null;

  /** The notification that tells of it. */
  @Varchar(32, { nullable: true }) postbackId!: string | null;

  /** Why no notification does (see `Untold`). */
  @Varchar(20, { nullable: true }) untold!: string | null;
}

/** That a result of the ad has an address or the value of an argument, as a digest: how duplicates are found. */
@Entity()
export class ResultTrait {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 22 }) trait!: string;
  @PrimaryColumn({ type: 'integer' }) adId!: number;

  /** The conversion, by what its order in time is told. */
  @PrimaryColumn({ type: 'bigint' }) cvTime!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;
  @Varchar(32) resultId!: string;
}

/** A conversion whose results are not made yet, in the order in which they will be. */
@Entity()
export class ResultDue {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** The load that keeps it back until its end; empty: nobody does. */
  @PrimaryColumn({ type: 'varchar', length: 64, default: '' }) hold!: string;
  @PrimaryColumn({ type: 'bigint' }) cvTime!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) eventId!: string;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;

  @Varchar(128) visitorId!: string;
  @Varchar(255, { nullable: true }) userId!: string | null;

  /** Why nobody is to be told of what is made (see `Untold`); null: as its settings say. */
  @Varchar(20, { nullable: true }) untold!: string | null;
  @Millis() storedAt!: number;
}
