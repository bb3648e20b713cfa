import { Entity, Index } from 'typeorm';
import { RoleType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { Int, Ref, Setting, Varchar } from '../db/columns';
import type { SettingDefinition } from '../records/setting-definition';

/** A user's note on a day of a product. */
@Entity()
@Index('ix_note_product', ['productId', 'day'])
export class Note extends Setting {
  @Ref() productId!: number;

  /** The Tokyo day, as yyyymmdd. */
  @Int() day!: number;
  @Varchar(500) noteText!: string;

  /** The user who wrote it. */
  @Ref() authorId!: number;
}

/** Refuses all users except the author and ADMINs. @throws FORBIDDEN */
function requireAuthor(actor: Actor, { authorId }: Pick<Note, 'authorId'>): void {
  if (authorId !== actor.userId && actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
}

/** Notes on days of a product, displayed in charts over time. */
export const notes: SettingDefinition<Note> = {
  name: 'note',
  target: Note,
  menu: 'notes',
  owner: 'product',
  title: 'noteText',
  fields: { id: 'int', productId: 'int', day: 'day', noteText: 'text', authorId: 'int', author: 'label?' },
  filters: ['id', 'noteText', 'authorId'],
  list: () => ({
    labels: { author: { id: 'e.author_id', table: 'app_user', column: 'user_name' } },
    keyword: ['e.note_text'],
    defaultSort: { name: 'day', asc: false },
  }),
  validate: ({ context, current }) => {
    if (current) requireAuthor(context.actor, current.row);
    return {};
  },
  complete: (row, { context, current }) => {
    if (!current) row.authorId = context.actor.userId;
  },
  beforeRemove: async (row, { actor }) => requireAuthor(actor, row),
};
