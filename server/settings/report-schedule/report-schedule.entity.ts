import { Entity, Index } from 'typeorm';
import { Int, LongText, Millis, Ref, Setting, Varchar } from '../../db/columns';

/** A saved view of a report that goes out by mail again and again, with the rights of whoever set it up. */
@Entity('report_schedule')
@Index('ux_report_schedule_view', ['viewId', 'userId'], { unique: true })
@Index('ix_report_schedule_next', ['nextAt'])
@Index('ix_report_schedule_company', ['companyId'])
export class ReportSchedule extends Setting {
  @Ref()
  companyId!: number;

  /** With whose rights it is computed. */
  @Ref()
  userId!: number;

  @Ref()
  viewId!: number;

  @Ref()
  productId!: number;

  /** day, week or month. */
  @Varchar(8)
  every!: string;

  /** Of a weekly one: 0 is Sunday. */
  @Int({ nullable: true })
  weekday!: number | null;

  /** Of a monthly one; what a month does not have is its last day. */
  @Int({ nullable: true })
  dayOfMonth!: number | null;

  /** By the clock of Tokyo. */
  @Int()
  hour!: number;

  /** Users that it goes to, as comma-joined ids. */
  @LongText()
  recipients!: string | null;

  /** When it is due next, epoch milliseconds; null while it is paused. */
  @Millis({ nullable: true })
  nextAt!: number | null;

  /** Why it was paused: by hand, or what its owner no longer has; null while it goes out. */
  @Varchar(20, { nullable: true })
  pausedReason!: string | null;
}
