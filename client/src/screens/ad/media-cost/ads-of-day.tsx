import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMediaCostsOfDayQuery, type MediaCostsOfDayQuery } from '../../../generated/graphql';
import { AdLink } from '../../../kit/ad-link';
import { LoadState } from '../../../kit/setting/load-state';
import { metricText } from '../../../kit/table/number-cell';
import { useProductId } from '../../../session/session-context';

type Cost = MediaCostsOfDayQuery['mediaCosts'][number];

/** Costs that a source reports for each ad of one day. */
export function AdsOfDay({
  day,
  sourceId,
  drillDown,
}: {
  day: string;
  sourceId: number;
  drillDown: string | null;
}) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, error, refetch } = useMediaCostsOfDayQuery({
    variables: { productId, day, figure: drillDown },
    fetchPolicy: 'cache-and-network',
  });
  if (!data) return <LoadState error={error} retry={() => void refetch()} />;
  const amount = { align: 'right', width: 120 } as const;
  return (
    <Table<Cost>
      size="small"
      rowKey="adId"
      dataSource={data.mediaCosts.filter((one) => one.sourceId === sourceId)}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          key: 'ad',
          title: t('mediaCosts.field.ad'),
          ellipsis: true,
          render: (_, { adId, adName }) => <AdLink id={adId}>{adName}</AdLink>,
        },
        {
          ...amount,
          key: 'cost',
          title: t('mediaCosts.field.cost'),
          render: (_, { cost }) => metricText(cost, { unit: 'yen', showZero: true }),
        },
        {
          ...amount,
          key: 'impressions',
          title: t('mediaCosts.field.impressions'),
          render: (_, { impressions }) => metricText(impressions, { unit: 'count' }),
        },
        {
          ...amount,
          key: 'clicks',
          title: t('mediaCosts.field.clicks'),
          render: (_, { clicks }) => metricText(clicks, { unit: 'count' }),
        },
      ]}
    />
  );
}
