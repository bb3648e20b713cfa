import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongId, LongRef, Millis, Ref, Varchar } from '../db/columns';
import { MEDIUM_VALUE_LENGTH } from '../journeys/events/incoming-event';

/** One conversion reported for one ad. Everything but its status is fixed at creation. */
@Entity()
@Index('ux_result_conversion', ['conversionId', 'adId'], { unique: true })
@Index('ix_result_time', ['productId', 'cvTime'])
@Index('ix_result_status', ['productId', 'approvalStatus', 'cvTime'])
@Index('ix_result_asp', ['productId', 'aspId', 'cvTime'])
@Index('ix_result_event', ['productId', 'eventId'])
@Index('ix_result_day', ['productId', 'day'])
@Index('ix_result_ad', ['adId', 'cvTime'])
// The index alone covers sums of an ad's results by status.
@Index('ix_result_state', ['adId', 'day', 'approvalStatus', 'cvCostSen'])
export class Result {
  /** Id used by APIs and ad networks: derived from the conversion and the ad, and ordered by the conversion's time. */
  @PrimaryColumn({ type: 'varchar', length: 32 }) id!: string;
  @Ref() productId!: number;
  @LongRef() conversionId!: number;

  /** External id of the conversion. */
  @Varchar(128) eventId!: string;
  @Millis() cvTime!: number;

  /** Tokyo day yyyymmdd of the conversion, which its cost counts on. */
  @Int() day!: number;
  @Ref() adId!: number;

  /** Ad network at creation; 0 without one. */
  @Int({ default: 0 }) aspId: number = 0;

  /** ResultType: 1 LAST_CV, 2 PERFORMANCE_LAST_CV, 3 CONSTANT_OUTPUT. */
  @Int() resultType!: number;

  /** ResultMethod at creation: 1 CV_TAG, 2 WEBHOOK_URL; 0 if none was chosen. */
  @Int({ default: 0 }) resultMethod: number = 0;

  /** The ad's interaction that earned the result, and its position in the evaluated path, from 1. */
  @Varchar(128) interactionId!: string;
  @Int() interactionNumber!: number;

  /** From that interaction; determines where the cost goes on axes finer than the ad. */
  @Int() device!: number;
  @Int({ default: 0 }) redirectId: number = 0;
  @Int({ default: 0 }) lpoEntryId: number = 0;

  /** From that interaction; identifies the click at the ad network. */
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) xclid!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) ses!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key1!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key2!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key3!: string | null;

  /** ApprovalStatus: 0 PENDING, 1 APPROVED, 2 REJECTED. */
  @Int() approvalStatus!: number;

  /** Outcomes of the automatic approval rules (ApprovalFlag). */
  @Int() approvalAmountResult!: number;
  @Int() approvalArgsResult!: number;
  @Int() excludeDuplicateIpsResult!: number;
  @Int() excludeDuplicateArgsResult!: number;
  @Column({ type: 'double' }) cvCostSen!: number;

  /** The change that set its status; shared by results changed at once. */
  @Varchar(32) changeId!: string;

  /** When its CV tag was returned to the converting page. */
  @Millis({ nullable: true }) tagFiredAt!: number | null;

  /** When its personal data was erased or expired. Status and cost stay, but no more postbacks are sent. */
  @Millis({ nullable: true }) erasedAt!: number | null;
  @Millis() createdAt!: number;
  @Millis() updatedAt!: number;
  @Int({ default: 1 }) version: number = 1;
}

/**
 * One change of a result's status, including its creation. Either it has a postback, or `untold` states why
 * not.
 */
@Entity()
@Index('ix_result_history_result', ['resultId', 'id'])
@Index('ix_result_history_change', ['changeId'])
export class ResultHistory {
  @LongId() id!: number;
  @Ref() productId!: number;
  @Varchar(32) resultId!: string;

  /** Shared by all results changed at once. */
  @Varchar(32) changeId!: string;
  @Millis() at!: number;

  /** Author of the change; null for the product itself. */
  @Ref({ nullable: true }) userId!: number | null;

  /** Name of the postback source that reported the change. */
  @Varchar(255, { nullable: true }) author!: string | null;

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

/** Status of a conversion's results that a postback reported and that is not applied yet, in order of arrival. */
@Entity()
@Index('ix_reported_status_product', ['productId', 'id'])
export class ReportedStatus {
  @LongId() id!: number;
  @Ref() productId!: number;
  @Int() cvSettingId!: number;
  @Varchar(128) eventId!: string;

  /** ApprovalStatus: 0 PENDING, 1 APPROVED, 2 REJECTED. */
  @Int() status!: number;

  /** Name of the postback source. */
  @Varchar(255) source!: string;
  @Millis() reportedAt!: number;
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

  /** Collectors must have stored their events up to this instant first; 0 for loaded files. */
  @Millis() storedAt!: number;
}
