import { Entity, Index } from 'typeorm';
import { Id, Instant, Ref, Varchar } from '../../db/columns';

/** A user's token for reading one product from outside the console. */
@Entity()
@Index('ux_read_token_hash', ['tokenHash'], { unique: true })
@Index('ix_read_token_user', ['userId', 'productId'])
export class ReadToken {
  @Id() id!: number;

  /** Owner of the token, which reads the data that this user may see. */
  @Ref() userId!: number;
  @Ref() productId!: number;
  @Varchar(255) name!: string;

  /** SHA-256 of the token, hexadecimal. */
  @Varchar(64) tokenHash!: string;

  /** First characters of the token, for identification. */
  @Varchar(16) prefix!: string;
  @Instant() createdAt: Date = new Date();
  @Instant({ nullable: true }) lastUsedAt!: Date | null;
}
