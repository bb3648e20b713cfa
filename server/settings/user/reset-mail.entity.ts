import { Entity, Index } from 'typeorm';
import { Id, Int, Millis, Varchar } from '../../db/columns';

/**
 * A mail with a link to set a password that was asked for, whether or not the address is anybody's. It holds no secret: the
 * link is made when the mail goes out.
 */
@Entity()
@Index('ix_reset_mail_due', ['dueAt'])
export class ResetMail {
  @Id()
  id!: number;

  /** The address in the form in which addresses are compared. */
  @Varchar(254)
  recipient!: string;

  /** What the link is for: 'reset' or 'invitation'. */
  @Varchar(16, { default: 'reset' })
  purpose: string = 'reset';

  @Varchar(8)
  locale!: string;

  @Millis()
  createdAt!: number;

  /** When it may be claimed; null when it was given up. */
  @Millis({ nullable: true })
  dueAt!: number | null;

  @Int()
  attempts!: number;

  /** Who has claimed it. */
  @Varchar(64, { nullable: true })
  owner!: string | null;

  /** Why the last attempt failed. */
  @Varchar(255, { nullable: true })
  reason!: string | null;
}
