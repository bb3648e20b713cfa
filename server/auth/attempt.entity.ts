import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, Millis } from '../db/columns';

/** Failed tries of one kind by one person or place, counted for all processes. */
@Entity()
@Index('ix_attempt_end', ['failedUntil'])
export class Attempt {
  /** SHA-256 of what is counted, hexadecimal: no address stands here. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Int()
  failed!: number;

  /** When the failures are forgotten. */
  @Millis()
  failedUntil!: number;

  /** Tries whose outcome is not known yet. */
  @Int()
  pending!: number;

  /** When those are given up: the process that made them has died. */
  @Millis()
  pendingUntil!: number;
}
