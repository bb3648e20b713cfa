import { Entity, Index } from 'typeorm';
import { Id, Instant, Ref, Varchar } from '../../db/columns';

/** An address outside the company that receives client reports after it confirmed once. */
@Entity('outside_recipient')
@Index('ux_outside_recipient_email', ['companyId', 'email'], { unique: true })
export class OutsideRecipient {
  @Id() id!: number;
  @Ref() companyId!: number;

  /** Address in the form for comparisons. */
  @Varchar(254) email!: string;
  @Instant() createdAt: Date = new Date();

  /** Until then the address can confirm. */
  @Instant() expiresAt!: Date;

  /** Null until it confirms. */
  @Instant({ nullable: true }) confirmedAt!: Date | null;

  /** When it unsubscribed; null while it receives reports. */
  @Instant({ nullable: true }) stoppedAt!: Date | null;
}
