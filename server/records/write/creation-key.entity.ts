import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, Ref, Varchar } from '../../db/columns';

/** A key that a client gave to something new, and what was made under it. */
@Entity()
@Index('ix_creation_key_created', ['userId', 'createdAt'])
export class CreationKey {
  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 32 })
  entity!: string;

  @PrimaryColumn({ name: 'creation_key', type: 'varchar', length: 64 })
  key!: string;

  /** Of what was sent, hexadecimal: tells whether it is the same again. */
  @Varchar(64)
  digest!: string;

  @Ref()
  entityId!: number;

  @Instant()
  createdAt!: Date;
}
