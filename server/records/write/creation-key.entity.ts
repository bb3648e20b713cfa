import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, Ref, Varchar } from '../../db/columns';

/** An idempotency key of a client with the row that was created under it. */
@Entity()
@Index('ix_creation_key_created', ['userId', 'createdAt'])
export class CreationKey {
  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 32 })
  entity!: string;

  @PrimaryColumn({ name: 'creation_key', type: 'varchar', length: 64 })
  key!: string;

  /** Hexadecimal digest of the input: identifies a repeated request. */
  @Varchar(64)
  digest!: string;

  @Ref()
  entityId!: number;

  @Instant()
  createdAt!: Date;
}
