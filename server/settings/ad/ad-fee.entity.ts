import { Entity, Index } from 'typeorm';
import { Id, Int, Ref, Yen } from '../../db/columns';
import { Column } from 'typeorm';

/** A period fee of an ad, or of an asp as the default of its ads. */
@Entity()
@Index('ix_ad_fee_ad', ['adId'])
@Index('ix_ad_fee_asp', ['aspId'])
export class AdFee {
  @Id() id!: number;
  @Ref({ nullable: true }) adId!: number | null;
  @Ref({ nullable: true }) aspId!: number | null;

  /** Tokyo days yyyymmdd, both inclusive. */
  @Int() periodFrom!: number;
  @Column({ type: 'integer' }) periodTo!: number;
  @Yen('amount_sen') amount!: number;
}
