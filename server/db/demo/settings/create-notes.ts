import { addDays, dayOf } from '../../../../shared/domain/calendar';
import { Note } from '../../../settings/note/note.entity';
import type { Tx } from '../../database';
import { newRow } from './new-row';

/** Notes with their age in days and their author. */
const NOTES = [
  { before: 12, text: '定期便 初回半額キャンペーン開始', email: 'manager@example.com' },
  { before: 5, text: 'サイトメンテナンスのため 2:00〜5:00 は購入不可', email: 'admin@example.com' },
] as const;

/** Stores two notes on recent days. */
export async function createNotes(tx: Tx, productId: number, now: number): Promise<void> {
  for (const { before, text, email } of NOTES) {
    const [author] = await tx.query<{ id: number }>('SELECT id FROM app_user WHERE email_key = ?', [email]);
    if (author)
      await tx.manager.save(
        newRow(Note, { productId, day: addDays(dayOf(now), -before), noteText: text, authorId: author.id }),
      );
  }
}
