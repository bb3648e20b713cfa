import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, LongText, Ref, Setting, Varchar, Yen } from '../../db/columns';

/** A source of cost files, such as an advertising platform. */
@Entity()
@Index('ux_media_source_name', ['productId', 'sourceName'], { unique: true })
export class MediaSource extends Setting {
  @Ref() productId!: number;
  @Varchar(255) sourceName!: string;

  /** Column names of its files, as JSON (see MediaMapping). */
  @LongText() mapping!: string | null;
}

/** A medium's report on one ad and one Tokyo day. */
@Entity()
@Index('ix_media_cost_ad', ['adId', 'day'])
export class MediaCost {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @PrimaryColumn({ type: 'integer' }) day!: number;
  @PrimaryColumn({ type: 'integer' }) adId!: number;
  @Ref() sourceId!: number;
  @Yen('cost_sen') cost!: number;
  @Column({ type: 'double' }) impressions!: number;
  @Column({ type: 'double' }) clicks!: number;
  @Instant() importedAt!: Date;
}
