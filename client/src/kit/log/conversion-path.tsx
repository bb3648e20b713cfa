import { Skeleton, Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../error-note';
import { Link } from 'react-router-dom';
import { durationWords, formatDuration, formatPercent } from '../../../../shared/format';
import { formatDateTime } from '../tokyo-date';
import { useConversionPathQuery, type ConversionPathQuery } from '../../generated/graphql';
import { currentLanguage } from '../../i18n/i18n';
import { withHeading } from '../../i18n/punctuation';
import { AdLink } from '../ad-link';
import { logPaths } from './log-paths';
import { Panel } from '../page';
import { useDeviceLabel } from '../report/use-row-names';
import { useProductId } from '../../session/session-context';

type Touch = ConversionPathQuery['conversion']['path'][number];

const MODELS = {
  linear: 'LINEAR',
  decay: 'DECAY',
  touchPoint: 'TOUCH_POINT',
  startingPoint: 'STARTING_POINT',
  endingPoint: 'ENDING_POINT',
  shapley: 'SHAPLEY',
} as const;
const SHARES = ['linear', 'decay', 'touchPoint', 'startingPoint', 'endingPoint', 'shapley'] as const;

/** Contacts that a conversion is attributed to, each with its shares. */
export function ConversionPath({ id, cvSettingId }: { id: string; cvSettingId: number | undefined }) {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabel();
  const { data, error, refetch } = useConversionPathQuery({
    variables: { id, cvSettingId, productId: useProductId() },
    fetchPolicy: 'cache-and-network',
  });
  const conversion = data?.conversion;
  const latency = conversion?.latency;
  const columns: TableColumnsType<Touch> = [
    {
      key: 'position',
      title: t('logs.cv.position'),
      width: 72,
      align: 'right',
      fixed: 'start',
      render: (_, { position }) => position,
    },
    {
      key: 'time',
      title: t('fields.label.log_createdAt'),
      width: 180,
      render: (_, { time, interactionId }) => {
        const text = formatDateTime(time);
        return interactionId === null ? text : <Link to={logPaths.interaction(interactionId)}>{text}</Link>;
      },
    },
    {
      key: 'ad',
      title: t('fields.label.log_ad'),
      width: 240,
      render: (_, { ad, interactionId }) =>
        ad ? (
          <AdLink id={ad.id}>{ad.label}</AdLink>
        ) : (
          <span className="ic-muted">{t(interactionId === null ? 'logs.cv.others' : 'credit.gone')}</span>
        ),
    },
    {
      key: 'device',
      title: t('fields.label.log_device'),
      width: 130,
      render: (_, { device }) => (device ? deviceLabel(device) : ''),
    },
    {
      key: 'lpoTitle',
      title: t('fields.label.log_lpoTitle'),
      width: 160,
      render: (_, { lpoTitle }) => lpoTitle ?? '',
    },
    ...SHARES.map((model) => ({
      key: model,
      title: t(`enums.AttributionModel.${MODELS[model]}`),
      width: 120,
      align: 'right' as const,
      render: (_: unknown, { shares }: Touch) => formatPercent(shares[model]),
    })),
  ];
  return (
    <Panel title={t('logs.cv.path')} lead={t('logs.cv.pathLead')}>
      {error && !conversion ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : !conversion ? (
        <Skeleton active />
      ) : conversion.path.length === 0 ? (
        <p className="ic-muted">{t('logs.cv.pathEmpty')}</p>
      ) : (
        <>
          {latency != null && (
            <p>
              {withHeading(t('logs.cv.latency'), formatDuration(latency, durationWords[currentLanguage()]))}
            </p>
          )}
          <Table<Touch>
            size="small"
            rowKey="position"
            dataSource={[...conversion.path]}
            columns={columns}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
            scroll={{ x: 'max-content' }}
          />
        </>
      )}
    </Panel>
  );
}
