import type { Tx } from '../../db/database';
import { FIGURE_FILTER } from '../../../shared/catalog';
import { nextDue } from '../../../shared/domain/schedule';
import { newLinkCode } from '../../records/link-code';
import { ClientReport } from '../../settings/client-report/client-report.entity';
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

interface StoredView {
  readonly title: string;
  readonly path: string;
  readonly report: string;
  readonly period: string;
  readonly columns: readonly string[];
  /** Further parameters of the screen, and of the file. */
  readonly screen: Readonly<Record<string, string>>;
  readonly file: Readonly<Record<string, string>>;
}

const MEASURES = ['ad_click_count', 'cv_total_final', 'ad_cost', 'cpa', 'amount_sum', 'roas'];
const WEEKLY: StoredView = {
  title: '週次：ASP別の成果',
  path: '/analyze/ad-statistics',
  report: 'ad_summaries',
  period: 'd7',
  columns: MEASURES,
  screen: { axis: 'asp', sort: '-amount_sum', item: 'AMOUNT_EFFECT' },
  file: { axis: 'asp', sortName: 'amount_sum', sortAsc: 'false' },
};

/** Costly ads that lose money. */
const TO_REVIEW = { [FIGURE_FILTER]: 'ad_cost>=10000,roas<1' };
const REVIEW: StoredView = {
  title: '見直し候補：費用1万円以上でROAS100%未満',
  path: '/analyze/ad-statistics',
  report: 'ad_summaries',
  period: 'd30',
  columns: MEASURES,
  screen: { axis: 'ad', sort: '-ad_cost', item: 'AMOUNT_EFFECT', ...TO_REVIEW },
  file: { axis: 'ad', sortName: 'ad_cost', sortAsc: 'false', ...TO_REVIEW },
};

/** Days of a comparison; they move with the period of the screen. */
const COMPARED = { compare_from: '2020-01-01', compare_to: '2020-01-31' };

/** Views of the monthly report to the client, with their comments. */
const MONTHLY: readonly (StoredView & { readonly comment: string })[] = [
  {
    title: '月次：ASP別の成果',
    path: '/analyze/ad-statistics',
    report: 'ad_summaries',
    period: 'lastMonth',
    columns: MEASURES.flatMap((name) => [name, `${name}_previous`]),
    screen: { axis: 'asp', sort: '-amount_sum', item: 'AMOUNT_EFFECT' },
    file: { axis: 'asp', sortName: 'amount_sum', sortAsc: 'false', ...COMPARED },
    comment: '売上の上位は前月と変わりません。\nCPAの高いASPは、来月から掲載枠を見直します。',
  },
  {
    title: '月次：日別の推移',
    path: '/analyze/term',
    report: 'time_series',
    period: 'lastMonth',
    columns: ['cv_total_final', 'ad_cost', 'cpa', 'amount_sum'],
    screen: { unit: 'day' },
    file: { unit: 'day' },
    comment: '週末にCVが増える傾向が続いています。',
  },
];

/** Stores a shared view. Returns its id. */
async function createView(
  tx: Tx,
  { companyId, userId, productId }: Owner,
  { title, path, report, period, columns, screen, file }: StoredView,
): Promise<number> {
  const product = { product_id: String(productId) };
  const names = [file.axis ?? 'period', ...columns];
  const { id } = await tx.manager.save(
    newRow(SavedView, {
      companyId,
      userId,
      productId,
      code: newLinkCode(),
      title,
      path,
      search: new URLSearchParams({
        ...product,
        period,
        ...screen,
        cols: columns.filter((name) => !name.endsWith('_previous')).join(','),
      }).toString(),
      report,
      reportQuery: new URLSearchParams({ ...product, ...file, columns: names.join(',') }).toString(),
      shared: true,
    }),
  );
  return id;
}

/**
 * Stores a shared view of last week by ad network, pinned by two users and mailed each Monday, one of the ads to
 * review, and a monthly report to the client. Without a mail server nothing is sent.
 */
export async function createViews(tx: Tx, owner: Owner): Promise<void> {
  const { companyId, userId, productId, pinnedBy, now } = owner;
  const viewId = await createView(tx, owner, WEEKLY);
  await tx.manager.insert(
    SavedViewPin,
    pinnedBy.map((user) => ({ userId: user, viewId })),
  );
  await createView(tx, owner, REVIEW);
  const times = { every: 'week', weekday: 1, hour: 9 } as const;
  await tx.manager.save(
    newRow(ReportSchedule, {
      companyId,
      userId,
      viewId,
      productId,
      ...times,
      dayOfMonth: null,
      recipients: pinnedBy.join(','),
      nextAt: nextDue(times, now),
      pausedReason: null,
    }),
  );
  const parts: { viewId: number; comment: string }[] = [];
  for (const view of MONTHLY)
    parts.push({ viewId: await createView(tx, owner, view), comment: view.comment });
  await tx.manager.save(
    newRow(ClientReport, {
      companyId,
      userId,
      productId,
      title: '月次レポート',
      addressee: '株式会社サンプル 御中',
      sender: '広告運用チーム',
      period: 'lastMonth',
      parts: JSON.stringify(parts),
      shared: true,
      every: null,
      nextAt: null,
    }),
  );
}
