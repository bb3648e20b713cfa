import {
  InteractionsDocument,
  useInteractionsQuery,
  type InteractionsQuery,
} from '../../../generated/graphql';
import { logColumns } from '../../../kit/log/log-columns';
import { type LogDefinition, logFilter } from '../../../kit/log/log-definition';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';

type Row = LogRow<InteractionsQuery>;
const column = logColumns<Row>();

/** Log of contacts with ads, including excluded ones. */
export const interactionLog: LogDefinition<Row> = {
  name: 'log_interaction',
  title: (t) => t('logs.interaction.title'),
  lead: (t) => t('logs.interaction.lead'),
  empty: { title: (t) => t('logs.interaction.empty'), hint: (t) => t('logs.interaction.emptyHint') },
  columns: [
    column.when('createdAt'),
    column.ad('ad'),
    column.link('visitorId', logPaths.visitor),
    column.device('device'),
    column.flag('firstTouch', { width: 100 }),
    column.yen('cost'),
    column.text('lpoTitle', { width: 160 }),
    column.text('ipAddress', { width: 140 }),
    column.reason('excludedReason'),
    column.endpoint('door'),
    column.link('referenceId', logPaths.reference, { hidden: true }),
    column.link('accessId', logPaths.access, { hidden: true }),
    column.redirect('redirectId', { hidden: true }),
    column.text('params', { hidden: true }),
    column.text('aXclid', { hidden: true }),
    column.text('aSes', { hidden: true }),
    column.text('aKey1', { hidden: true }),
    column.text('aKey2', { hidden: true }),
    column.text('aKey3', { hidden: true }),
    column.flag('costGiven', { hidden: true }),
    column.flag('performanceCvFlag', { hidden: true }),
    column.number('trackingTerm', { hidden: true }),
    column.text('landingUrl', { width: 300, hidden: true }),
    column.text('referrer', { width: 260, hidden: true }),
    column.code('id', { hidden: true }),
    column.text('ua', { width: 320, hidden: true }),
    column.time('storedAt', { hidden: true }),
  ],
  personal: ['ipAddress'],
  applied: ['cost', 'costGiven', 'performanceCvFlag', 'trackingTerm', 'lpoTitle'],
  settingsOf: ({ adId }) => ({ adId }),
  filters: [
    logFilter.ad(),
    logFilter.asp,
    { name: 'redirectId', refers: 'redirect' },
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.address,
    logFilter.device,
    logFilter.excluded,
    logFilter.whole('aXclid'),
    logFilter.part('paramsContains'),
    logFilter.whole('referenceId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useInteractionsQuery, InteractionsDocument),
  href: ({ id }) => logPaths.interaction(id),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'createdAt',
  restPath: '/api/v1/logs/interactions',
  aging: 'gone',
};
