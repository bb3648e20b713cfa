import { Entity, PrimaryColumn } from 'typeorm';
import { Int, Millis } from '../db/columns';

/** Health of a postback host; stored from its first failure on. */
@Entity()
export class PostbackHost {
  /** Host name with port. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) host!: string;

  /** Failures in a row. */
  @Int() failures!: number;

  /** Instant until which the circuit stays open; 0 if it is closed. */
  @Millis() openUntil!: number;
}

/** Postbacks of an ad network started within the current second. */
@Entity()
export class PostbackPace {
  /** 0 for ads without an ad network. */
  @PrimaryColumn({ type: 'integer' }) aspId!: number;

  /** Seconds since 1970. */
  @Millis() countedSecond!: number;
  @Int() begun!: number;
}
