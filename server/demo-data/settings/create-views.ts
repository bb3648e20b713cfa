import type { Tx } from '../../db/database';
import { FIGURE_FILTER } from '../../../shared/catalog';
import { nextDue } from '../../../shared/domain/schedule';
import { newLinkCode } from '../../records/link-code';
import { ReportSchedule } from '../../settings/report-schedule/report-schedule.entity';
import { SavedView, SavedViewPin } from '../../settings/saved-view/saved-view.entity';
import { newRow } from './new-row';

interface Owner {
  readonly companyId: number;
  /** Author of the view and sender of its mails. */
  readonly userId: number;
  readonly productId: number;
  /** Users with the view in their menu. */
  readonly pinnedBy: readonly number[];
  readonly now: number;
}

const AXIS = 'asp';
const COLUMNS = ['ad_click_count', 'cv_total_final', 'ad_cost', 'cpa', 'amount_sum', 'roas'];

/** Costly ads that lose money. */
const TO_REVIEW = 'ad_cost>=10000,roas<1';

/**
 * Stores a view of the ads to review, and a shared view of last week by ad network, pinned by two users and mailed each Monday. Without a mail
 * server nothing is sent.
 */
export async function createViews(
  tx: Tx,
  { companyId, userId, productId, pinnedBy, now }: Owner,
): Promise<void> {
  const address = new URLSearchParams({
    product_id: String(productId),
    period: 'd7',
    axis: AXIS,
    sort: '-amount_sum',
    item: 'AMOUNT_EFFECT',
    cols: COLUMNS.join(','),
  });
  const question = new URLSearchParams({
    product_id: String(productId),
    axis: AXIS,
    sortName: 'amount_sum',
    sortAsc: 'false',
    columns: [AXIS, ...COLUMNS].join(','),
  });
  const view = await tx.manager.save(
    newRow(SavedView, {
      companyId,
      userId,
      productId,
      code: newLinkCode(),
      title: '週次：ASP別の成果',
      path: '/analyze/ad-statistics',
      search: address.toString(),
      report: 'ad_summaries',
      reportQuery: question.toString(),
      shared: true,
    }),
  );
  await tx.manager.insert(
    SavedViewPin,
    pinnedBy.map((user) => ({ userId: user, viewId: view.id })),
  );
  await tx.manager.save(
    newRow(SavedView, {
      companyId,
      userId,
      productId,
      code: newLinkCode(),
      title: '見直し候補：費用1万円以上でROAS100%未満',
      path: '/analyze/ad-statistics',
      search: new URLSearchParams({
        product_id: String(productId),
        period: 'd30',
        axis: 'ad',
        sort: '-ad_cost',
        item: 'AMOUNT_EFFECT',
        [FIGURE_FILTER]: TO_REVIEW,
      }).toString(),
      report: 'ad_summaries',
      reportQuery: new URLSearchParams({
        product_id: String(productId),
        axis: 'ad',
        sortName: 'ad_cost',
        sortAsc: 'false',
        columns: ['ad', ...COLUMNS].join(','),
        [FIGURE_FILTER]: TO_REVIEW,
      }).toString(),
      shared: true,
    }),
  );
  const times = { every: 'week', weekday: 1, hour: 9 } as const;
  await tx.manager.save(
    newRow(ReportSchedule, {
      companyId,
      userId,
      viewId: view.id,
      productId,
      ...times,
      dayOfMonth: null,
      recipients: pinnedBy.join(','),
      nextAt: nextDue(times, now),
      pausedReason: null,
    }),
  );
}
