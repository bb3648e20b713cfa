import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import { ListService } from '../../records/list.service';
import type { SettingDefinition } from '../../records/setting-definition';
import { defineSettingList } from '../../records/setting-list';
import { ofProducts } from '../../records/visibility';
import type { Database } from '../../db/database';
import { Note } from './note.entity';

/** Refuses all users except the author and ADMINs. @throws FORBIDDEN */
function requireAuthor(actor: Actor, { authorId }: Pick<Note, 'authorId'>): void {
  if (authorId !== actor.userId && actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
}

/** Creates the list of a product's notes with their authors' names; null if the user was deleted. */
const noteService = (db: Database): ListService =>
  new ListService(db, () =>
    defineSettingList(db, Note, {
      menu: 'notes',
      guard: (actor, _grant, products) => [ofProducts(actor, products)],
      labels: { author: { id: 'e.author_id', table: 'app_user', column: 'user_name' } },
      keyword: ['e.note_text'],
      defaultSort: { name: 'day', asc: false },
    }),
  );

/** Notes on days of a product, displayed in charts over time. */
export const notes: SettingDefinition<Note> = {
  name: 'note',
  target: Note,
  menu: 'notes',
  owner: 'product',
  title: 'noteText',
  fields: { id: 'int', productId: 'int', day: 'day', noteText: 'text', authorId: 'int', author: 'label?' },
  filters: ['id', 'noteText', 'authorId'],
  service: noteService,
  validate: ({ context, current }) => {
    if (current) requireAuthor(context.actor, current.row);
    return {};
  },
  complete: (row, { context, current }) => {
    if (!current) row.authorId = context.actor.userId;
  },
  beforeRemove: async (row, { actor }) => requireAuthor(actor, row),
};
