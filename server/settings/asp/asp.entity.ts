import { Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';
import { ResultSettings } from './result-settings';

/** An affiliate network or medium that delivers ads and receives postbacks of results. */
@Tracked()
@Entity()
@Index('ix_asp_product', ['productId'])
export class Asp extends ResultSettings {
  @Ref() productId!: number;
  @Varchar(255) aspName!: string;
  @Varchar(255, { nullable: true }) companyName!: string | null;
  @Varchar(32, { nullable: true }) phoneNumber!: string | null;
  @Varchar(255, { nullable: true }) address!: string | null;
  @LongText() description!: string | null;
  @LongText() measurementTag!: string | null;

  /** Whether postbacks are paused until a user resumes them. */
  @Flag({ default: 0 }) postbackPaused: boolean = false;

  /** Maximum of concurrent postbacks; null: the default of postback-queue.ts. */
  @Int({ nullable: true }) postbackAtOnce!: number | null;

  /** Maximum of postbacks started per second; null: no limit. */
  @Int({ nullable: true }) postbackPerSecond!: number | null;
}
