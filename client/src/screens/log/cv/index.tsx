import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import {
  useConversionQuery,
  type ConversionQuery,
  ConversionsDocument,
  useConversionsQuery,
  type ConversionsQuery,
} from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource, type LogDefinition, logFilter } from '../../../kit/log/log-definition';
import { LogScreen } from '../../../kit/log/log-screen';
import { Amendments } from './amendments';
import { WhyCredit } from './credit';
import { ConversionResults } from './results';
import { IdLink, logColumns } from '../../../kit/log/log-columns';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';

type Row = LogRow<ConversionsQuery>;
const column = logColumns<Row>();

/** Links a duplicate to the conversion that counts for its order. */
const duplicateOf = {
  ...column.code('duplicateOf', { hidden: true }),
  render: ({ duplicateOf: first, cvSettingId }: Row) =>
    first === null ? '' : <IdLink id={first} to={logPaths.conversion(first, cvSettingId)} />,
};

const cvLog: LogDefinition<Row> = {
  name: 'log_cv',
  title: (t) => t('logs.cv.title'),
  lead: (t) => t('logs.cv.lead'),
  empty: { title: (t) => t('logs.cv.empty'), hint: (t) => t('logs.cv.emptyHint') },
  columns: [
    column.when('cvTime'),
    column.label('cvSetting', { width: 160 }),
    column.choice('cvType', 'CvType', { width: 110 }),
    column.yen('amount'),
    column.text('amountText', { width: 160, hidden: true }),
    column.yen('amountCurrent', { hidden: true }),
    column.flag('cancelled', { hidden: true }),
    column.ad('lastCvAd'),
    column.ad('performanceCvAd'),
    column.text('userId', { width: 150 }),
    column.flag('repeat', { width: 100 }),
    column.link('visitorId', logPaths.visitor),
    column.device('device'),
    column.reason('excludedReason'),
    duplicateOf,
    column.text('args'),
    column.text('otherKey1', { hidden: true }),
    column.text('otherKey2', { hidden: true }),
    column.text('otherKey3', { hidden: true }),
    column.text('ipAddress', { width: 140, hidden: true }),
    column.code('eventId', { hidden: true }),
    column.number('cvSlot', { hidden: true }),
    column.number('trackingTerm', { hidden: true }),
    column.link('lastCvInteractionId', logPaths.interaction, { hidden: true }),
    column.link('performanceCvInteractionId', logPaths.interaction, { hidden: true }),
    column.text('url', { width: 300, hidden: true }),
    column.text('referrer', { width: 260, hidden: true }),
    column.endpoint('door', { hidden: true }),
    column.text('ua', { width: 320, hidden: true }),
    column.time('storedAt', { hidden: true }),
  ],
  personal: ['ipAddress', 'args', 'otherKey1', 'otherKey2', 'otherKey3'],
  applied: ['cvSetting', 'cvType', 'cvSlot', 'trackingTerm'],
  settingsOf: ({ cvSettingId }) => ({ cvSettingId }),
  filters: [
    logFilter.ad('lastCvAdId'),
    logFilter.ad('performanceCvAdId'),
    logFilter.asp,
    { name: 'cvSettingId', refers: 'cvSetting' },
    { name: 'cvType', enumeration: 'CvType' },
    { name: 'repeat', flag: true },
    { name: 'amountText', words: (t) => [{ value: 'any', label: t('fields.label.log_amountUnread') }] },
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.address,
    logFilter.device,
    logFilter.excluded,
    logFilter.personal(logFilter.part('argsContains')),
    logFilter.whole('eventId'),
  ],
  // One event can be a conversion of several settings.
  useRows: logSource(
    useConversionsQuery,
    ConversionsDocument,
    ({ eventId, cvSettingId }) => `${eventId} ${cvSettingId}`,
  ),
  href: ({ eventId, cvSettingId }) => logPaths.conversion(eventId, cvSettingId),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'cvTime',
  restPath: '/api/v1/logs/conversions',
  aging: 'stripped',
  metricColumn: 'figurePart',
};

const useOne = logRowSource<ConversionQuery, { cvSettingId: number | undefined }>(useConversionQuery);

export const CvLog = () => <LogScreen log={cvLog} />;

/** Conversion details with the credit explanation. */
export function CvDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const setting = Number(useSearchParams()[0].get('setting'));
  const cvSettingId = Number.isInteger(setting) && setting > 0 ? setting : undefined;
  const one = useOne(id, { cvSettingId });
  return (
    <LogDetail log={cvLog} path="/log/cv" title={t('logs.cv.detail')} one={one}>
      {(row) => (
        <>
          <Amendments
            key={row.cvSettingId}
            id={id}
            cvSettingId={row.cvSettingId}
            amount={row.amountCurrent}
            isCancelled={row.cancelled}
            onChange={() => void one.refetch()}
          />
          <ConversionResults key={`results ${row.cvSettingId}`} conversion={row} />
          <WhyCredit id={id} cvSettingId={cvSettingId} />
        </>
      )}
    </LogDetail>
  );
}
