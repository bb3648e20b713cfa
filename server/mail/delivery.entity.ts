import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, LongText, Millis, Ref, Varchar } from '../db/columns';

/**
 * Something that goes out once: a report of a schedule to one person, an alert of one case. Its key says what it is and
 * for when, so that whoever finds out a second time that it is due adds nothing.
 */
@Entity()
@Index('ix_delivery_due', ['dueAt'])
@Index('ix_delivery_subject', ['kind', 'subjectId', 'createdAt'])
export class Delivery {
  /** The key. ASCII, and the same however often and by whomever it is made. */
  @PrimaryColumn({ type: 'varchar', length: 128 })
  id!: string;

  /** Who knows what goes out and how. */
  @Varchar(20)
  kind!: string;

  /** What it is of, as the kind counts them: a schedule, an alert. */
  @Ref()
  subjectId!: number;

  /** Whom it is for, where it is for a user. */
  @Ref({ nullable: true })
  userId!: number | null;

  /** Epoch milliseconds: the time that it is of. */
  @Millis()
  forTime!: number;

  /** What else the kind wants to know, as JSON. */
  @LongText()
  payload!: string | null;

  @Millis()
  createdAt!: number;

  /** When it may be claimed; null when it has come to its end. */
  @Millis({ nullable: true })
  dueAt!: number | null;

  @Int()
  attempts!: number;

  /** Who has claimed it. */
  @Varchar(64, { nullable: true })
  owner!: string | null;

  /** Why the last attempt failed, or why nothing went out. */
  @Varchar(255, { nullable: true })
  reason!: string | null;

  /** When the attempt that may have reached the outside began; null when none has. */
  @Millis({ nullable: true })
  handedAt!: number | null;

  /** sent, withheld (it was not to go out), failed (given up) or doubtful (it may have arrived); null while it waits. */
  @Varchar(10, { nullable: true })
  outcome!: string | null;

  @Millis({ nullable: true })
  endedAt!: number | null;
}
