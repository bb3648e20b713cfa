import { Column, Entity, Index } from 'typeorm';
import { Id, Instant, Int, LongText, Ref, Varchar } from '../../db/columns';

/** A query that a user ran in the explorer, with its latest run. */
@Entity('query_run')
@Index('ux_query_run', ['userId', 'digest'], { unique: true })
@Index('ix_query_run_ran', ['userId', 'ranAt'])
export class QueryRun {
  @Id() id!: number;
  @Ref() userId!: number;

  /** Hexadecimal SHA-256 of the query without formatting; identifies the query. */
  @Varchar(64) digest!: string;
  @Column({ type: 'text' }) query!: string;

  /** JSON, without texts. */
  @LongText() variables!: string | null;
  @Instant() ranAt!: Date;
  @Int() durationMs!: number;

  /** Size of the response. */
  @Int() bytes!: number;

  /** Length of the longest list in the response. */
  @Int({ name: 'row_count', nullable: true }) rows!: number | null;
  @Varchar(16) outcome!: string;
  @Int() runs!: number;
}
