import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, Int, LongText, Ref, Setting, Varchar, Yen } from '../../db/columns';

const SmallInt = () => Column({ type: 'smallint', nullable: true });

/** A source of cost files, such as an advertising platform. */
@Entity()
@Index('ux_media_source_name', ['productId', 'sourceName'], { unique: true })
export class MediaSource extends Setting {
  @Ref() productId!: number;
  @Varchar(255) sourceName!: string;

  /** Column names of its files, as JSON (see MediaMapping). */
  @LongText() mapping!: string | null;

  /** How the medium counts conversions; null: as its medium usually does (see usualRule). */
  @SmallInt() cvDayBasis!: number | null;
  @SmallInt() clickWindowDays!: number | null;
  @SmallInt() counting!: number | null;
  @Varchar(64, { nullable: true }) timeZone!: string | null;
  @SmallInt() countsViews!: number | null;
  @Varchar(16, { nullable: true }) clickId!: string | null;
}

/** The ad of a name in a source's files. */
@Entity()
@Index('ux_media_name_key', ['sourceId', 'nameKey'], { unique: true })
@Index('ix_media_name_product', ['productId'])
export class MediaName extends Setting {
  @Ref() productId!: number;
  @Ref() sourceId!: number;

  /** Digest of campaign, ad set and ad. */
  @Varchar(43) nameKey!: string;
  @Varchar(255) campaign!: string;
  @Varchar(255) adSet!: string;
  @Varchar(255) ad!: string;

  /** Null: its costs are left out. */
  @Ref({ nullable: true }) adId!: number | null;
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

  /** Null if the file has no such column. Conversions may be fractions; the value is in yen. */
  @Column({ type: 'double', nullable: true }) conversions!: number | null;
  @Column({ type: 'double', nullable: true }) conversionValue!: number | null;
  @Column({ type: 'double', nullable: true }) viewThrough!: number | null;
  @Instant() importedAt!: Date;

  /** Currency of the file, and yen per unit; null if the file was in yen. */
  @Varchar(3, { nullable: true }) currency!: string | null;
  @Column({ type: 'double', nullable: true }) exchangeRate!: number | null;

  /** The other source whose values it replaced. */
  @Int({ nullable: true }) replacedSourceId!: number | null;
}
