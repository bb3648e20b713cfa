import { viewLimits } from '../../../shared/settings';
import { reportKeys, reportPath } from '../../analysis';
import type { Actor } from '../../auth/actor';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import type { Row } from '../../records/list-definition';
import { newLinkCode } from '../../records/link-code';
import type { SettingDefinition, SettingValues, Wrong } from '../../records/setting-definition';
import { SavedView } from './saved-view.entity';
import { visibleConditions } from '../visible-conditions';

/** Reports with a file, which mails and shared pages can hold. */
const reportPaths: readonly string[] = [...reportKeys.map(reportPath), 'disagreement'];

/** Fills in which views the actor pinned. */
async function fillPins(db: Database, { userId }: Actor, rows: readonly Row[]): Promise<void> {
  const pins = await select<{ view_id: number }>(db)`SELECT view_id FROM saved_view_pin
    WHERE user_id = ${userId}`;
  const pinned = new Set<unknown>(pins.map(({ view_id: id }) => id));
  for (const row of rows) row.pinned = pinned.has(row.id);
}

/** Saved views of reports and lists: each user's own, and those shared in the company. */
export const savedViews: SettingDefinition<SavedView, SettingValues<'savedView'>> = {
  name: 'savedView',
  target: SavedView,
  menu: null,
  owner: 'user',
  title: 'title',
  list: (db) => ({
    fields: {
      search: { sql: 'e.search', read: (search) => search ?? '' },
      scheduleCount: {
        sql: '(SELECT COUNT(*) FROM report_schedule s WHERE s.view_id = e.id)',
        read: Number,
      },
    },
    computed: { pinned: { needs: ['id'], make: () => false } },
    always: ['userId'],
    complete: async (rows, { actor, requested }) => {
      for (const row of rows)
        for (const name of ['search', 'reportQuery'])
          if (typeof row[name] === 'string') row[name] = visibleConditions(actor, row[name], row.userId);
      if (!requested || requested.has('pinned')) await fillPins(db, actor, rows);
    },
  }),
  unaudited: ['report', 'reportQuery'],
  validate: async ({ context: { tx, actor }, current, values, productId }): Promise<Wrong> => {
    const { report, reportQuery } = values;
    if (report !== null) {
      // A report's query names the product of the view.
      if (!reportPaths.includes(report))
        return { report: { key: 'mustBeOneOf', params: { values: reportPaths.join(', ') } } };
      if (productId === null) return { productId: { key: 'required' } };
      if (new URLSearchParams(reportQuery ?? '').get('product_id') !== String(productId))
        return { reportQuery: { key: 'invalidInput' } };
    }
    if (current) return {};
    const { views } = viewLimits;
    const own = await tx.manager.countBy(SavedView, { companyId: actor.companyId, userId: actor.userId });
    return own >= views ? { title: { key: 'tooMany', params: { count: views } } } : {};
  },
  complete: (row) => {
    row.code ??= newLinkCode();
  },
  beforeRemove: async ({ id }, { tx }) => {
    await tx.execute('DELETE FROM saved_view_pin WHERE view_id = ?', [id]);
    await tx.execute('DELETE FROM report_schedule WHERE view_id = ?', [id]);
    await tx.execute('DELETE FROM report_share WHERE view_id = ?', [id]);
  },
};
