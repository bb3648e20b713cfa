import { nextDue } from '../../../shared/domain/schedule';
import { shareLimits } from '../../../shared/settings';
import type { SettingDefinition, SettingValues, Wrong } from '../../records/setting-definition';
import { ClientReport } from './client-report.entity';
import { findReportView } from '../saved-view/saved-view.service';
import { readParts } from './client-report.service';
import { timesOf } from './fire-client-reports';
import { addRecipients, addressesIn, findRecipients, isSubscribed } from './outside-recipient.service';

/** Client reports: each user's own, and those shared in the company. */
export const clientReports: SettingDefinition<ClientReport, SettingValues<'clientReport'>> = {
  name: 'clientReport',
  target: ClientReport,
  menu: 'analyze',
  needs: 'view',
  owner: 'user',
  title: 'title',
  list: (db) => ({
    fields: {
      parts: { sql: 'e.parts', read: (parts) => readParts(parts) },
      nextAt: { sql: 'e.next_at', read: (at) => (at === null ? null : new Date(Number(at))) },
    },
    computed: { unconfirmed: { needs: ['recipients'], make: () => [] } },
    complete: async (rows, { actor }) => {
      for (const row of rows.filter((one) => 'unconfirmed' in one)) {
        const emails = addressesIn(row.recipients);
        const known = await findRecipients(db, actor.companyId, emails);
        const subscribed = new Set(known.filter(isSubscribed).map(({ email }) => email));
        row.unconfirmed = emails.filter((email) => !subscribed.has(email));
      }
    },
  }),
  // The trail would show ids and JSON.
  unaudited: ['parts'],
  validate: async ({ context: { tx, actor }, current, input, values, productId }): Promise<Wrong> => {
    if (productId === null) return { productId: { key: 'required' } };
    const wrong: Wrong = {};
    const parts = readParts(values.parts);
    Object.assign(values, { parts: JSON.stringify(parts) });
    if (parts.length === 0) wrong.parts = { key: 'chooseAtLeastOne' };
    // A stored part may name a view that was deleted since.
    for (const [index, { viewId }] of input.parts === undefined ? [] : parts.entries()) {
      const view = await findReportView(tx, actor, viewId);
      if (view?.productId !== productId) wrong[`parts[${index}].viewId`] = { key: 'noReportView' };
    }
    if (timesOf(values) && addressesIn(values.recipients).length === 0)
      wrong.recipients = { key: 'chooseAtLeastOne' };
    if (!current) {
      const own = await tx.manager.countBy(ClientReport, {
        companyId: actor.companyId,
        userId: actor.userId,
      });
      if (own >= shareLimits.reports)
        wrong.title = { key: 'tooMany', params: { count: shareLimits.reports } };
    }
    return wrong;
  },
  complete: (row, { context: { at }, values }) => {
    const times = timesOf(values);
    row.nextAt = times && nextDue(times, at.getTime());
  },
  saved: (row, { context: { tx, at }, values }) =>
    addRecipients(tx, row.companyId, timesOf(values) ? addressesIn(values.recipients) : [], at.getTime()),
  beforeRemove: async ({ id }, { tx }) => {
    await tx.execute('DELETE FROM report_share WHERE client_report_id = ?', [id]);
  },
};
