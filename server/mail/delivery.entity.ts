import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongText, Millis, Ref, Varchar } from '../db/columns';

/**
 * A message that is sent once: a scheduled report to one person, or an alert of one case. The key identifies
 * it, so that a second detection adds nothing.
 */
@Entity()
@Index('ix_delivery_due', ['dueAt'])
@Index('ix_delivery_subject', ['kind', 'subjectId', 'createdAt'])
export class Delivery {
  /** The key, in ASCII; the same for every detection. */
  @PrimaryColumn({ type: 'varchar', length: 128 }) id!: string;

  /** The delivery kind that prepares and sends it. */
  @Varchar(20) kind!: string;

  /** Id of its subject, such as a schedule or an alert. */
  @Ref() subjectId!: number;

  /** The user it is for, if any. */
  @Ref({ nullable: true }) userId!: number | null;

  /** Time that the delivery is about, in epoch milliseconds. */
  @Millis() forTime!: number;

  /** Further data of the kind, as JSON. */
  @LongText() payload!: string | null;
  @Millis() createdAt!: number;

  /** When it may be claimed; null when it has ended. */
  @Millis({ nullable: true }) dueAt!: number | null;
  @Int() attempts!: number;

  /** The worker that claimed it. */
  @Varchar(64, { nullable: true }) owner!: string | null;

  /** Why the last attempt failed, or why it was withheld. */
  @Varchar(255, { nullable: true }) reason!: string | null;

  /** Start of the attempt that may have reached the receiver; null if there is none. */
  @Millis({ nullable: true }) handedAt!: number | null;

  /**
   * sent, withheld (must not be sent), failed (given up) or doubtful (may have arrived); null while it waits.
   */
  @Varchar(10, { nullable: true }) outcome!: string | null;
  @Millis({ nullable: true }) endedAt!: number | null;
}
