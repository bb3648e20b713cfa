import { DIAGNOSES } from '../../../../../shared/domain/postback';
import { ResultQueueDocument, useResultQueueQuery, type ResultQueueQuery } from '../../../generated/graphql';
import { logColumns } from '../../../kit/log/log-columns';
import type { LogDefinition } from '../../../kit/log/log-definition';
import { logFilter } from '../../../kit/log/log-filters';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';
import {
  POSTBACK_KINDS,
  POSTBACK_STATES,
  PostbackKind,
  PostbackReason,
  PostbackState,
  reasonText,
} from '../../../kit/postback/postback-labels';

export type QueueRow = LogRow<ResultQueueQuery>;
const column = logColumns<QueueRow>();

/** Log of postbacks to ad networks. */
export const queueLog: LogDefinition<QueueRow> = {
  name: 'log_result_queue',
  entity: 'postback',
  title: (t) => t('results.queue.title'),
  lead: (t) => t('results.queue.lead'),
  empty: { title: (t) => t('results.queue.empty'), hint: (t) => t('results.queue.emptyHint') },
  columns: [
    column.when('createdAt'),
    { ...column.text('state', { width: 120 }), render: ({ state }) => <PostbackState state={state} /> },
    {
      ...column.text('reason', { width: 190 }),
      render: ({ reason }) => (reason === null ? '' : <PostbackReason reason={reason} />),
    },
    column.label('asp'),
    column.ad('ad'),
    column.approval('approvalStatus', { width: 150 }),
    column.number('attempts'),
    column.time('nextAt', { width: 170 }),
    column.time('executedAt', { width: 170 }),
    { ...column.text('kind', { width: 160 }), render: ({ kind }) => <PostbackKind kind={kind} /> },
    column.link('resultId', logPaths.result, { hidden: true }),
    column.text('url', { width: 420, hidden: true }),
    column.code('id', { hidden: true }),
  ],
  personal: ['url'],
  filters: [
    {
      name: 'state',
      words: (t) => POSTBACK_STATES.map((value) => ({ value, label: t(`results.state.${value}`) })),
    },
    {
      name: 'reason',
      words: (t) =>
        DIAGNOSES.filter((one) => one !== 'delivered').map((value) => ({
          value,
          label: reasonText(t, value),
        })),
    },
    { name: 'aspId', refers: 'asp' },
    logFilter.ad(),
    {
      name: 'kind',
      words: (t) => POSTBACK_KINDS.map((value) => ({ value, label: t(`results.kind.${value}`) })),
    },
    { name: 'approvalStatus', enumeration: 'ApprovalStatus' },
    logFilter.whole('resultId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useResultQueueQuery, ResultQueueDocument),
  href: ({ id }) => logPaths.postback(id),
  time: 'createdAt',
  restPath: '/api/v1/auth/log/resultQueue',
};
