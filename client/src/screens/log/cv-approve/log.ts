import type { LogDefinition } from '../../../kit/log/log-definition';
import { resultLog, type ResultRow } from '../../../kit/log/result-log';

const HIDDEN = new Set(['resultType', 'resultMethod']);
const VISIBLE = new Set(['id']);

/** Result log as approval screen, with the same fields. */
export const approvalLog: LogDefinition<ResultRow> = {
  ...resultLog,
  name: 'log_cv_approve',
  title: (t) => t('results.approve.title'),
  lead: (t) => t('results.approve.lead'),
  empty: { title: (t) => t('results.approve.empty'), hint: (t) => t('results.approve.emptyHint') },
  columns: resultLog.columns.map((column) =>
    HIDDEN.has(column.key)
      ? { ...column, hidden: true }
      : VISIBLE.has(column.key)
        ? { ...column, hidden: false }
        : column,
  ),
};
