import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, Millis } from '../db/columns';

/** Failed attempts of one kind by one user or address, counted across processes. */
@Entity()
@Index('ix_attempt_end', ['failedUntil'])
export class Attempt {
  /** SHA-256 of the limit key, hexadecimal. Addresses aren't stored. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Int()
  failed!: number;

  /** When the failures expire. */
  @Millis()
  failedUntil!: number;

  /** Attempts without an outcome yet. */
  @Int()
  pending!: number;

  /** When pending attempts expire, because their process has died. */
  @Millis()
  pendingUntil!: number;
}
