import { Column, Entity, Index } from 'typeorm';
import { Id, Instant, Int, Ref, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';

/** A source of incoming postbacks: a cart, ad network or app measurement that can't send JSON. */
@Tracked()
@Entity()
@Index('ux_postback_source_hash', ['tokenHash'], { unique: true })
@Index('ix_postback_source_product', ['productId'])
export class PostbackSource {
  @Id() id!: number;
  @Ref() productId!: number;
  @Varchar(255) name!: string;

  /** CV setting of its conversions. */
  @Int() cvSettingId!: number;

  /** Parameter names by field, as JSON. */
  @Column({ type: 'text' }) names!: string;

  /** Words by status, as JSON. */
  @Column({ type: 'text' }) statusWords!: string;

  /** SHA-256 of the token, hexadecimal. */
  @Varchar(64) tokenHash!: string;

  /** First characters of the token, which identify it. */
  @Varchar(16) prefix!: string;
  @Instant() createdAt: Date = new Date();
  @Instant({ nullable: true }) lastUsedAt!: Date | null;
}
