import { Entity, Index } from 'typeorm';
import { Int, LongId, Millis, Varchar } from '../../db/columns';

/**
 * A requested mail with a password link, whether or not the address belongs to a user.
 * It holds no secret: the link is created when the mail is sent.
 */
@Entity()
@Index('ix_reset_mail_due', ['dueAt'])
export class ResetMail {
  @LongId() id!: number;

  /** The address, normalized for comparison. */
  @Varchar(254) recipient!: string;

  /** Purpose of the link: 'reset' or 'invitation'. */
  @Varchar(16, { default: 'reset' }) purpose: string = 'reset';
  @Varchar(8) locale!: string;
  @Millis() createdAt!: number;

  /** When it may be claimed; null when it was given up. */
  @Millis({ nullable: true }) dueAt!: number | null;
  @Int() attempts!: number;

  /** The process that claimed it. */
  @Varchar(64, { nullable: true }) owner!: string | null;

  /** Why the last attempt failed. */
  @Varchar(255, { nullable: true }) reason!: string | null;
}
