import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, Int, LongText, Millis, Varchar } from './columns';

/** A visitor whose journeys must be derived again. Rows are only ever added, and removed by id. */
@Entity()
@Index('ix_stale_visitor_product', ['productId', 'id'])
@Index('ix_stale_visitor_visitor', ['productId', 'visitorId'])
export class StaleVisitor {
  @Id()
  id!: number;

  @Int()
  productId!: number;

  @Varchar(128)
  visitorId!: string;

  /** Epoch milliseconds: nothing of the visitor changed before. */
  @Millis()
  since!: number;

  /**
   * Number of events that were stored with what is derived of them, as though these were all that the
   * visitor has; empty where nothing was known. If they are all, nothing is left to derive.
   */
  @Int({ nullable: true })
  storedEvents!: number | null;
}

/** A Tokyo day of a product whose rollups must be computed again: one row, however often it is marked. */
@Entity()
export class StaleDay {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'integer' })
  day!: number;

  /** Epoch milliseconds of the first mark. */
  @Millis()
  since!: number;

  /** Counts the marks: the row goes only with all of them worked off. */
  @Int()
  marks!: number;
}

/** A Tokyo day of which only what media report changed: what was computed of contacts and conversions stands. */
@Entity()
export class StaleMediaDay {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'integer' })
  day!: number;

  /** Epoch milliseconds of the first mark. */
  @Millis()
  since!: number;

  /** Counts the marks: the row goes only with all of them worked off. */
  @Int()
  marks!: number;
}

/** How often the rollups of a product's Tokyo day changed. */
@Entity()
export class FigureVersion {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'integer' })
  day!: number;

  @Int()
  version!: number;
}

/** How far the raw logs of a product reach back, where they are not kept for good. */
@Entity()
export class LogHorizon {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  /** Contacts of Tokyo days before it are sealed: their figures stand, their events are refused. */
  @Int()
  sealedBefore!: number;

  /** Raw logs of days before it are to go. */
  @Int()
  forgetBefore!: number;

  /** Raw logs of days before it are gone. */
  @Int()
  keptFrom!: number;

  /** Days: the longest tracking term that rows of open days bear. */
  @Int()
  longestTerm!: number;
}

/** An event that was refused, kept with the reason. */
@Entity()
@Index('ix_bad_event_product', ['productId', 'storedAt'])
export class BadEvent {
  @Id()
  id!: number;

  @Int({ nullable: true })
  productId!: number | null;

  /** redirect, collect, s2s or import. */
  @Varchar(10)
  door!: string;

  @Varchar(255)
  reason!: string;

  @LongText()
  text!: string | null;

  @Varchar(45, { nullable: true })
  ip!: string | null;

  @Millis()
  storedAt!: number;
}

/** Who does a job that only one process may do at a time. */
@Entity()
export class Lease {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Varchar(64)
  owner!: string;

  @Millis()
  expiresAt!: number;
}

/** How far a collector's segment log has been stored, moved in the same transaction as its events. */
@Entity()
export class SpoolOffset {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  spoolId!: string;

  @Varchar(64)
  segment!: string;

  @Column({ type: 'double' })
  position!: number;
}

/** An interaction whose ad network's measurement tag was given to a page: never a second time. */
@Entity()
export class MeasurementFiring {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  interactionId!: string;

  /** The view that it was given to. */
  @Varchar(128)
  accessId!: string;

  @Millis()
  firedAt!: number;
}

/** One row, counted up with every saved setting, so that collectors know when to read again. */
@Entity()
export class SettingRevision {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'integer' })
  revision!: number;
}
