import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongText, Millis, Ref, Varchar } from '../../db/columns';

/** Approval of so many results that a worker processes it in parts; kept as a record. */
@Entity()
@Index('ix_approval_run_open', ['finishedAt', 'productId'])
@Index('ix_approval_run_user', ['userId', 'begunAt'])
export class ApprovalRun {
  /** Change id in the histories of its results. */
  @PrimaryColumn({ type: 'varchar', length: 32 }) id!: string;

  /** Product whose lease covers the run; its results may belong to several products. */
  @Ref() productId!: number;

  /** Author and IP address, for the audit trail. */
  @Ref() companyId!: number;
  @Ref() userId!: number;
  @Varchar(64, { nullable: true }) ip!: string | null;

  /** Approval that the run undoes; null if it sets a status. */
  @Varchar(32, { nullable: true }) undoes!: string | null;
  @Int({ nullable: true }) toStatus!: number | null;
  @Varchar(1000, { nullable: true }) reason!: string | null;

  /** Number of results selected, processed, and changed. */
  @Int() total!: number;
  @Int({ default: 0 }) done: number = 0;
  @Int({ default: 0 }) changed: number = 0;

  /** Audit entries so far, as JSON (see `Tally`). */
  @LongText({ nullable: false }) tally!: string;
  @Millis() begunAt!: number;

  /** No postback is due before this, so the whole run can be undone. */
  @Millis() dueAt!: number;
  @Int() undoMs!: number;
  @Millis({ nullable: true }) finishedAt!: number | null;
}

/** Results that a run still has to change. */
@Entity()
export class ApprovalRunPart {
  @PrimaryColumn({ type: 'varchar', length: 32 }) runId!: string;
  @PrimaryColumn({ type: 'integer' }) part!: number;

  /** Result ids, as JSON. */
  @LongText({ nullable: false }) ids!: string;
}
