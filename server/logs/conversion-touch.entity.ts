import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Int, Millis, Varchar } from '../db/columns';

/**
 * A touch of an evaluated path, with its share under each model.
 * A direct conversion has one row at position 0 with ad 0 and all shares 1, which makes every metric value a
 * sum over rows.
 */
@Entity()
@Index('ix_conversion_touch_conversion', ['conversionId'])
// Covering index of an ad's conversions, newest first.
@Index('ix_conversion_touch_ad', ['productId', 'adId', 'day', 'conversionId', 'pathClass', 'cvType'])
export class ConversionTouch {
  @PrimaryColumn({ type: 'integer' })
  productId!: number;

  /** Tokyo day of the conversion. */
  @PrimaryColumn({ type: 'integer' })
  day!: number;

  @PrimaryColumn({ type: 'integer' })
  conversionId!: number;

  /** 1 first conversion, 2 repeat with the path since the previous one, 3 repeat with the whole path. */
  @PrimaryColumn({ name: 'class', type: 'integer' })
  pathClass!: number;

  /** 1..n, oldest first; 0 for a direct conversion. */
  @PrimaryColumn({ type: 'integer' })
  pos!: number;

  /** Number of touches in the path. */
  @Int()
  n!: number;

  @Varchar(128, { nullable: true })
  interactionId!: string | null;

  @Int() adId!: number;
  @Int() device!: number;
  @Int() redirectId!: number;
  @Int() lpoEntryId!: number;

  /** Time of the touch; for a direct conversion its own time. */
  @Millis()
  touchedAt!: number;

  @Int() cvSettingId!: number;
  @Int() cvType!: number;
  @Int() cvSlot!: number;
  @Column({ type: 'double' }) amountSen!: number;

  /** Whether the conversion is credited to this touch (last CV); 1 on a direct conversion's row. */
  @Flag() isLast!: boolean;
  /** Whether this is the ad's first touch in this position's indirect column; false for the last-CV ad. */
  @Flag() countsIndirect!: boolean;
  /** Whether this is the ad's first touch in the path; false for the last-CV ad. */
  @Flag() countsIndirectTotal!: boolean;
  /** Milliseconds from the path's first touch to the conversion, on the last touch's row; else 0. */
  @Column({ type: 'double' }) latencyMs!: number;

  @Column({ name: 'share_1', type: 'double' }) share1!: number;
  @Column({ name: 'share_2', type: 'double' }) share2!: number;
  @Column({ name: 'share_3', type: 'double' }) share3!: number;
  @Column({ name: 'share_4', type: 'double' }) share4!: number;
  @Column({ name: 'share_5', type: 'double' }) share5!: number;
}
