import { Entity, Index } from 'typeorm';
import { Int, Ref, Setting, Varchar } from '../../db/columns';

/** A user's note on a day of a product. */
@Entity()
@Index('ix_note_product', ['productId', 'day'])
export class Note extends Setting {
  @Ref()
  productId!: number;

  /** The Tokyo day, as yyyymmdd. */
  @Int()
  day!: number;

  @Varchar(500)
  noteText!: string;

  /** The user who wrote it. */
  @Ref()
  authorId!: number;
}
