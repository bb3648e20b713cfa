import { ResultsDocument, useResultsQuery, type ResultsQuery } from '../../generated/graphql';
import { logColumns } from './log-columns';
import { type LogDefinition, logFilter } from './log-definition';
import { logPaths } from './log-paths';
import { logSource, type LogRow } from './log-source';

export type ResultRow = LogRow<ResultsQuery>;
const column = logColumns<ResultRow>();

const RULES = [
  'approvalAmountResult',
  'approvalArgsResult',
  'excludeDuplicateIpsResult',
  'excludeDuplicateArgsResult',
] as const;

/** Log of results. */
export const resultLog: LogDefinition<ResultRow> = {
  name: 'log_result',
  entity: 'result',
  title: (t) => t('results.log.title'),
  lead: (t) => t('results.log.lead'),
  empty: { title: (t) => t('results.log.empty'), hint: (t) => t('results.log.emptyHint') },
  searched: (t) => t('results.log.searched'),
  columns: [
    column.when('cvTime'),
    column.approval('approvalStatus'),
    column.ad('ad'),
    column.label('asp'),
    column.yen('cvCost'),
    column.yen('amount'),
    column.text('args'),
    column.reason('excludedReason', { hidden: true }),
    column.choice('resultType', 'ResultType'),
    column.choice('resultMethod', 'ResultMethod', { width: 180 }),
    column.text('userId', { width: 150 }),
    column.link('visitorId', logPaths.visitor),
    column.code('conversionId', { hidden: true }),
    column.code('aXclid', { hidden: true }),
    column.link('interactionId', logPaths.interaction, { hidden: true }),
    column.number('interactionNumber', { hidden: true }),
    column.device('device', { hidden: true }),
    ...RULES.map((rule) => column.choice(rule, 'ApprovalFlag', { width: 180, hidden: true })),
    column.text('otherKey1', { hidden: true }),
    column.text('otherKey2', { hidden: true }),
    column.text('otherKey3', { hidden: true }),
    column.text('ipAddress', { width: 140, hidden: true }),
    column.time('createdAt', { hidden: true }),
    column.time('updatedAt', { width: 180, hidden: true }),
    column.code('id', { hidden: true }),
  ],
  personal: ['ipAddress', 'args', 'otherKey1', 'otherKey2', 'otherKey3'],
  applied: ['resultType', 'resultMethod', 'cvCost', ...RULES],
  filters: [
    { name: 'approvalStatus', enumeration: 'ApprovalStatus' },
    logFilter.ad(),
    logFilter.asp,
    { name: 'resultType', enumeration: 'ResultType' },
    { name: 'resultMethod', enumeration: 'ResultMethod' },
    ...logFilter.amounts('amount'),
    ...logFilter.amounts('cvCost'),
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.address,
    logFilter.device,
    logFilter.excluded,
    ...RULES.map((name) => ({ name, enumeration: 'ApprovalFlag' as const })),
    logFilter.whole('conversionId'),
    logFilter.whole('aXclid'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useResultsQuery, ResultsDocument),
  href: ({ id }) => logPaths.result(id),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'cvTime',
  settingsOf: ({ adId }) => ({ adId }),
  restPath: '/api/v1/logs/results',
  aging: 'stripped',
};
