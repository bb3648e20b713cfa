import { Entity, Index } from 'typeorm';
import { Int, LongText, Millis, Ref, Setting, Varchar } from '../../db/columns';

/** A schedule that mails a saved report view regularly, with the rights of the user who created it. */
@Entity('report_schedule')
@Index('ux_report_schedule_view', ['viewId', 'userId'], { unique: true })
@Index('ix_report_schedule_next', ['nextAt'])
@Index('ix_report_schedule_company', ['companyId'])
export class ReportSchedule extends Setting {
  @Ref() companyId!: number;

  /** The owner, whose rights apply to the report. */
  @Ref() userId!: number;
  @Ref() viewId!: number;
  @Ref() productId!: number;

  /** day, week or month. */
  @Varchar(8) every!: string;

  /** Weekly schedules: 0 is Sunday. */
  @Int({ nullable: true }) weekday!: number | null;

  /** Monthly schedules: a day that a month lacks means its last day. */
  @Int({ nullable: true }) dayOfMonth!: number | null;

  /** Hour in Tokyo time. */
  @Int() hour!: number;

  /** Recipients, as comma-joined user ids. */
  @LongText() recipients!: string | null;

  /** Chat webhook that receives the report too. */
  @Varchar(2048, { nullable: true }) webhookUrl!: string | null;

  /** Next due time in epoch milliseconds; null while paused. */
  @Millis({ nullable: true }) nextAt!: number | null;

  /** Why it is paused: by hand, or a lost precondition of its owner; null while active. */
  @Varchar(20, { nullable: true }) pausedReason!: string | null;
}
