import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  useAccessQuery,
  AccessesDocument,
  useAccessesQuery,
  type AccessesQuery,
} from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource, type LogDefinition, logFilter } from '../../../kit/log/log-definition';
import { LogScreen } from '../../../kit/log/log-screen';
import { logColumns } from '../../../kit/log/log-columns';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';

type Row = LogRow<AccessesQuery>;
const column = logColumns<Row>();

const accessLog: LogDefinition<Row> = {
  name: 'log_access',
  title: (t) => t('logs.access.title'),
  lead: (t) => t('logs.access.lead'),
  empty: { title: (t) => t('logs.access.empty'), hint: (t) => t('logs.access.emptyHint') },
  columns: [
    column.when('accessTime'),
    column.text('accessUrl', { width: 300 }),
    column.ad('ad'),
    column.link('visitorId', logPaths.visitor),
    column.device('device'),
    column.text('ipAddress', { width: 140 }),
    column.reason('excludedReason'),
    column.text('referrer', { width: 260 }),
    column.text('title', { width: 220, hidden: true }),
    column.text('query', { hidden: true }),
    column.text('os', { width: 120, hidden: true }),
    column.text('osVer', { width: 110, hidden: true }),
    column.text('browser', { width: 120, hidden: true }),
    column.text('browserVer', { width: 140, hidden: true }),
    column.link('interactionId', logPaths.interaction, { hidden: true }),
    column.redirect('redirectId', { hidden: true }),
    column.text('lpoTitle', { hidden: true }),
    column.endpoint('door', { hidden: true }),
    column.code('id', { hidden: true }),
    column.text('ua', { width: 320, hidden: true }),
    column.time('storedAt', { hidden: true }),
  ],
  personal: ['ipAddress'],
  filters: [
    logFilter.ad(),
    logFilter.asp,
    logFilter.part('accessUrlContains'),
    logFilter.part('referrerContains'),
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.address,
    logFilter.device,
    logFilter.excluded,
    logFilter.whole('interactionId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useAccessesQuery, AccessesDocument),
  href: ({ id }) => logPaths.access(id),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'accessTime',
  restPath: '/api/v1/logs/accesses',
  aging: 'gone',
};

const useOne = logRowSource(useAccessQuery);

/** Page views recorded by the tag. */
export const AccessLog = () => <LogScreen log={accessLog} />;

export function AccessDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <LogDetail log={accessLog} path="/log/access" title={t('logs.access.detail')} one={useOne(id, {})} />
  );
}
