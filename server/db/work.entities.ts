import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongId, LongText, Millis, Varchar } from './columns';

/** Visitor whose journeys must be derived again. Rows are only inserted, and deleted by id. */
@Entity()
@Index('ix_stale_visitor_product', ['productId', 'id'])
@Index('ix_stale_visitor_visitor', ['productId', 'visitorId'])
export class StaleVisitor {
  @LongId() id!: number;
  @Int() productId!: number;
  @Varchar(128) visitorId!: string;

  /** Epoch milliseconds of the earliest change of the visitor. */
  @Millis() since!: number;

  /**
   * Number of events that were stored together with their derivation, assuming that the visitor has no
   * others; null if unknown. If the assumption holds, nothing is left to derive.
   */
  @Int({ nullable: true }) storedEvents!: number | null;

  /** Version that stored the mark. Only the same version trusts its `storedEvents`. */
  @Int({ default: 0 }) writer!: number;
}

/** Tokyo day of a product to recompute: one row for any number of marks. */
abstract class MarkedDay {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) day!: number;

  /** Epoch milliseconds of the first mark. */
  @Millis() since!: number;

  /** Number of marks: the row is deleted only once all of them are processed. */
  @Int() marks!: number;
}

/** Day whose rollups must be recomputed. */
@Entity()
export class StaleDay extends MarkedDay {}

/** Day with changes of media costs only; the rollups of contacts and conversions stay valid. */
@Entity()
export class StaleMediaDay extends MarkedDay {}

/**
 * Journeys of a month that took a path (data-driven.md section 1). Most paths occur once, so each row has its path:
 * a table of paths would double the size.
 */
@Entity()
export class JourneyMonth {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) month!: number;

  /** Number of the part. */
  @PrimaryColumn({ type: 'integer' }) place!: number;

  /** Part of the month's text, which has a line per path and class. */
  @LongText({ nullable: false }) journeys!: string;
}

/** Changes of a month's journeys. Its rows of `journey_month` are valid if `storedMarks` equals `marks`. */
@Entity()
export class JourneyMonthMark {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) month!: number;
  @Int() marks!: number;

  /** Marks that the stored rows include; null if there are none, negative if the month has too many. */
  @Int({ nullable: true }) storedMarks!: number | null;

  /** Epoch milliseconds of the last computation. */
  @Millis({ nullable: true }) storedAt!: number | null;
}

/** Number of changes of the rollups of a product's Tokyo day. */
@Entity()
export class FigureVersion {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) day!: number;
  @Int() version!: number;
}

/** Horizon of a product's raw logs, if their retention is limited. */
@Entity()
export class LogHorizon {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Contacts before this Tokyo day are sealed: their rollups are final, and new events are rejected. */
  @Int() sealedBefore!: number;

  /** Raw logs before this day will be deleted. */
  @Int() forgetBefore!: number;

  /** Raw logs before this day are deleted. */
  @Int() keptFrom!: number;

  /** Days: the longest tracking term of rows in open days. */
  @Int() longestTerm!: number;
}

/** Day whose contacts and page views are in the archive. Its days are the oldest of the product. */
@Entity()
export class ArchivedDay {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) day!: number;

  /** Rows of the files up to these instants are deleted from the database, and read from the files. */
  @Millis() interactionUntil!: number;
  @Millis() accessUntil!: number;
}

/** Rejected event with its reason. */
@Entity()
@Index('ix_bad_event_product', ['productId', 'storedAt'])
export class BadEvent {
  @LongId() id!: number;
  @Int({ nullable: true }) productId!: number | null;

  /** redirect, collect, s2s or import. */
  @Varchar(10) door!: string;
  @Varchar(255) reason!: string;
  @LongText() text!: string | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @Millis() storedAt!: number;
}

/**
 * Conversion whose click or customer is not known yet. It is stored once they are, and rejected after
 * `expiresAt`.
 */
@Entity()
@Index('ux_waiting_event_key', ['productId', 'eventKey'], { unique: true })
@Index('ix_waiting_event_due', ['productId', 'dueAt'])
export class WaitingEvent {
  @LongId() id!: number;
  @Int() productId!: number;

  /** Key of the conversion: its CV setting and its id. */
  @Varchar(140) eventKey!: string;

  /** The event as JSON. */
  @LongText() event!: string | null;

  /** Received text, for the rejected event. */
  @LongText() text!: string | null;

  /** Endpoint that received it. */
  @Varchar(10) door!: string;
  @Millis() storedAt!: number;

  /** Next attempt to store it. */
  @Millis() dueAt!: number;
  @Millis() expiresAt!: number;
}

/**
 * Count of a host or of a family of user agents on a Tokyo day. Batches insert their own rows, and a sweep adds
 * them up, so rows are only inserted, and deleted by id.
 */
@Entity()
@Index('ix_seen_count_product', ['productId', 'merged', 'day'])
export class SeenCount {
  @LongId() id!: number;
  @Int() productId!: number;

  /** 1 for a sum of several batches. */
  @Column({ type: 'smallint' }) merged!: number;
  @Int() day!: number;

  /** 1 host, 2 family of user agents. */
  @Column({ type: 'smallint' }) kind!: number;
  @Varchar(255) name!: string;

  /** For a family: 1 if its user agents are robots unless a list of the product says otherwise. */
  @Column({ type: 'smallint' }) robot!: number;

  /** Page views; for a family all events. */
  @Int() views!: number;

  /** Conversions on pages of a host. */
  @Int() cvs!: number;

  /** A user agent of the family. */
  @Varchar(512, { nullable: true }) example!: string | null;
}

/** Owner of a job that only one process can run at a time. */
@Entity()
export class Lease {
  @PrimaryColumn({ type: 'varchar', length: 64 }) name!: string;
  @Varchar(64) owner!: string;
  @Millis() expiresAt!: number;
}

/**
 * Offset up to which a collector's segment log is stored, updated in the transaction that stores its events.
 */
@Entity()
export class SpoolOffset {
  @PrimaryColumn({ type: 'varchar', length: 64 }) spoolId!: string;
  @Varchar(64) segment!: string;
  @Column({ type: 'double' }) position!: number;

  /** Every event that was acknowledged before this instant is stored. */
  @Millis({ default: 0 }) drainedUntil!: number;

  /** Last sign of life of its collector; 0 once it closed with nothing left to store. */
  @Millis({ default: 0 }) aliveAt!: number;
}

/** Interaction whose ad network's measurement tag was delivered to a page; it is delivered only once. */
@Entity()
export class MeasurementFiring {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'varchar', length: 128 }) interactionId!: string;

  /** View that it was delivered with. */
  @Varchar(128) accessId!: string;
  @Millis() firedAt!: number;
}

/** Single row with the lowest version that may write events and derived data. */
@Entity()
export class WriterGate {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Int() lowest!: number;
}

/** Single row, incremented with every saved setting, so collectors know when to reload. */
@Entity()
export class SettingRevision {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Column({ type: 'integer' }) revision!: number;
}
