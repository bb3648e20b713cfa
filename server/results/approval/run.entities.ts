import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongText, Millis, Ref, Varchar } from '../../db/columns';

/** One act on so many results that it is worked off in parts; it stays as the account of what was done. */
@Entity()
@Index('ix_approval_run_open', ['finishedAt', 'productId'])
@Index('ix_approval_run_user', ['userId', 'begunAt'])
export class ApprovalRun {
  /** The act's id in the histories of what it changes. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id!: string;

  /** Under whose lease it is worked off; its results may be of several products. */
  @Ref() productId!: number;

  /** Whose act it is, and from where: for the audit trail. */
  @Ref() companyId!: number;
  @Ref() userId!: number;
  @Varchar(64, { nullable: true }) ip!: string | null;

  /** The act that it takes back; null: it gives a state. */
  @Varchar(32, { nullable: true }) undoes!: string | null;
  @Int({ nullable: true }) toStatus!: number | null;
  @Varchar(1000, { nullable: true }) reason!: string | null;

  /** Results meant, looked at, and changed. */
  @Int() total!: number;
  @Int({ default: 0 }) done: number = 0;
  @Int({ default: 0 }) changed: number = 0;

  /** What the audit trail will say of it, as JSON (see `Tally`). */
  @LongText({ nullable: false }) tally!: string;
  @Millis() begunAt!: number;

  /** Before this no ad network is told, so that all of it can be undone as one. */
  @Millis() dueAt!: number;
  @Int() undoMs!: number;
  @Millis({ nullable: true }) finishedAt!: number | null;
}

/** Results of an act that are still to be changed. */
@Entity()
export class ApprovalRunPart {
  @PrimaryColumn({ type: 'varchar', length: 32 }) runId!: string;
  @PrimaryColumn({ type: 'integer' }) part!: number;

  /** Their ids, as JSON. */
  @LongText({ nullable: false }) ids!: string;
}
