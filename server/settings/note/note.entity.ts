import { Entity, Index } from 'typeorm';
import { Int, Ref, Setting, Varchar } from '../../db/columns';

/** What somebody wrote down about a day of a product. */
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

  /** Who wrote it. */
  @Ref()
  authorId!: number;
}
