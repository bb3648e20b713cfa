import { ReferencesDocument, useReferencesQuery, type ReferencesQuery } from '../../../generated/graphql';
import { logColumns } from '../../../kit/log/log-columns';
import type { LogDefinition } from '../../../kit/log/log-definition';
import { logFilter } from '../../../kit/log/log-filters';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';

type Row = LogRow<ReferencesQuery>;
const column = logColumns<Row>();

/** Log of journeys. A journey is identified by its first contact. */
export const referenceLog: LogDefinition<Row> = {
  name: 'log_reference',
  title: (t) => t('logs.reference.title'),
  lead: (t) => t('logs.reference.lead'),
  empty: { title: (t) => t('logs.reference.empty'), hint: (t) => t('logs.reference.emptyHint') },
  columns: [
    column.when('firstReferenceTime'),
    column.ad('ad'),
    column.link('visitorId', logPaths.visitor),
    column.device('device'),
    column.yen('clickCost'),
    column.text('lpoTitle', { width: 160 }),
    column.text('mediaSessionId'),
    column.link('interactionId', logPaths.interaction),
    column.redirect('redirectId', { hidden: true }),
    column.number('trackingTerm', { hidden: true }),
    column.code('id', { hidden: true }),
  ],
  applied: ['clickCost', 'trackingTerm', 'lpoTitle'],
  settingsOf: ({ adId }) => ({ adId }),
  filters: [
    logFilter.ad(),
    logFilter.asp,
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.device,
    logFilter.whole('mediaSessionId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useReferencesQuery, ReferencesDocument),
  href: ({ id }) => logPaths.reference(id),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'firstReferenceTime',
  restPath: '/api/v1/logs/references',
  aging: 'gone',
};
