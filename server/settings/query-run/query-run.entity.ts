import { Column, Entity, Index } from 'typeorm';
import { Id, Instant, Int, LongText, Ref, Varchar } from '../../db/columns';

/** A query that a user ran in the explorer, as it was run last. */
@Entity('query_run')
@Index('ux_query_run', ['userId', 'digest'], { unique: true })
@Index('ix_query_run_ran', ['userId', 'ranAt'])
export class QueryRun {
  @Id()
  id!: number;

  @Ref()
  userId!: number;

  /** SHA-256 of the query without its layout, hexadecimal: what tells queries apart. */
  @Varchar(64)
  digest!: string;

  @Column({ type: 'text' })
  query!: string;

  /** JSON, without texts. */
  @LongText()
  variables!: string | null;

  @Instant()
  ranAt!: Date;

  @Int()
  durationMs!: number;

  /** Of the answer. */
  @Int()
  bytes!: number;

  /** Of the longest list of the answer. */
  @Int({ name: 'row_count', nullable: true })
  rows!: number | null;

  @Varchar(16)
  outcome!: string;

  @Int()
  runs!: number;
}
