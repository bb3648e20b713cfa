import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Millis, Ref, Setting, Varchar } from '../../db/columns';

/** A document of several saved views for a client: a cover, and each view with a comment. */
@Entity('client_report')
@Index('ix_client_report_company', ['companyId', 'userId'])
@Index('ix_client_report_next', ['nextAt'])
export class ClientReport extends Setting {
  @Ref() companyId!: number;

  /** The user who created it. */
  @Ref() userId!: number;
  @Ref() productId!: number;
  @Varchar(255) title!: string;
  @Varchar(255, { nullable: true }) addressee!: string | null;
  @Varchar(255, { nullable: true }) sender!: string | null;

  /** Preset of the period of all parts; null: each view keeps its own. */
  @Varchar(16, { nullable: true }) period!: string | null;

  /** JSON array of `{viewId, comment}` in order. */
  @LongText() parts!: string | null;

  /** Whether other users of the company may open it. */
  @Flag() shared!: boolean;

  /** day, week or month; null: not scheduled. */
  @Varchar(8, { nullable: true }) every!: string | null;

  /** 0 is Sunday. */
  @Int({ nullable: true }) weekday!: number | null;
  @Int({ nullable: true }) dayOfMonth!: number | null;

  /** Hour in Tokyo time. */
  @Int({ nullable: true }) hour!: number | null;

  /** Comma-separated addresses. */
  @LongText() recipients!: string | null;

  /** Next due time in epoch milliseconds; null if not scheduled. */
  @Millis({ nullable: true }) nextAt!: number | null;
}
