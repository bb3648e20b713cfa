import { Entity, PrimaryColumn } from 'typeorm';
import { Int, Millis } from '../db/columns';

/** How a host does that notifications go to: known since it failed first. */
@Entity()
export class PostbackHost {
  /** With its port. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  host!: string;

  /** Failures in a row. */
  @Int() failures!: number;

  /** Until when it is left alone; 0: it is not. */
  @Millis() openUntil!: number;
}

/** How many notifications of an ad network were begun within a second. */
@Entity()
export class PostbackPace {
  /** 0: of ads without one. */
  @PrimaryColumn({ type: 'integer' })
  aspId!: number;

  /** Seconds since 1970. */
  @Millis() countedSecond!: number;
  @Int() begun!: number;
}
