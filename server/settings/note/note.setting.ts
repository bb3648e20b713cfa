import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import { ListService } from '../../records/list.service';
import type { SettingRecord } from '../../records/setting-record';
import { settingSpec } from '../../records/setting-spec';
import { ofProducts } from '../../records/visibility';
import type { Database } from '../../db/database';
import { Note } from './note.entity';

/** Refuses who neither wrote the note nor is an ADMIN. @throws FORBIDDEN */
function requireAuthor(actor: Actor, { authorId }: Pick<Note, 'authorId'>): void {
  if (authorId !== actor.userId && actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
}

/** The notes of a product, each with the name of who wrote it; without a name where that user is gone. */
const noteService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, Note, {
      menu: 'notes',
      guard: (actor, _grant, products) => [ofProducts(actor, products)],
      labels: { author: { id: 'e.author_id', table: 'app_user', column: 'user_name' } },
      keyword: ['e.note_text'],
      defaultSort: { name: 'day', asc: false },
    }),
  );

/** What people wrote down about days of a product, to be seen where its figures stand over time. */
export const notes: SettingRecord<Note> = {
  entity: 'note',
  target: Note,
  menu: 'notes',
  owner: 'product',
  title: 'noteText',
  fields: { id: 'int', productId: 'int', day: 'day', noteText: 'text', authorId: 'int', author: 'label?' },
  filters: ['id', 'noteText', 'authorId'],
  service: noteService,
  judge: ({ writing, current }) => {
    if (current) requireAuthor(writing.actor, current.row);
    return {};
  },
  complete: (row, { writing, current }) => {
    if (!current) row.authorId = writing.actor.userId;
  },
  beforeRemove: async (row, { actor }) => requireAuthor(actor, row),
};
