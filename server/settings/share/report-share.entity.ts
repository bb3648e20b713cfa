import { Entity, Index } from 'typeorm';
import { Flag, Id, Instant, Int, LongText, Ref, Varchar } from '../../db/columns';

/** A link that shows a saved view or a client report to people without an account. */
@Entity('report_share')
@Index('ux_report_share_hash', ['tokenHash'], { unique: true })
@Index('ix_report_share_view', ['viewId'])
@Index('ix_report_share_report', ['clientReportId'])
@Index('ix_report_share_user', ['userId'])
export class ReportShare {
  @Id() id!: number;
  @Ref() companyId!: number;

  /** The creator, whose rights apply to the report. */
  @Ref() userId!: number;
  @Ref() productId!: number;

  /** The shared view, or the client report below. */
  @Ref({ nullable: true }) viewId!: number | null;
  @Ref({ nullable: true }) clientReportId!: number | null;

  /** SHA-256 of the secret part of the URL, hexadecimal. */
  @Varchar(64) tokenHash!: string;

  /** First characters of the secret part, for identification. */
  @Varchar(16) prefix!: string;

  /** Argon2id; null: opens without a password. */
  @Varchar(255, { nullable: true }) passwordHash!: string | null;
  @Instant() expiresAt!: Date;

  /** Whether the product's notes are shown. */
  @Flag() notes!: boolean;

  /** Comma-separated hosts whose pages may embed it; null: none. */
  @LongText() embedHosts!: string | null;
  @Instant() createdAt: Date = new Date();
  @Instant({ nullable: true }) lastUsedAt!: Date | null;

  /** Minute since 1970 of the last request, and the requests in it. */
  @Int({ default: 0 }) openedMinute: number = 0;
  @Int({ default: 0 }) openedCount: number = 0;
}
