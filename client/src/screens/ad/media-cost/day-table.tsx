import { DeleteOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  useDeleteMediaCostsMutation,
  type MediaCostDaysQuery,
  useMediaCostsOfDayQuery,
  type MediaCostsOfDayQuery,
} from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { DRILL_DOWN } from '../../../kit/address';
import { notify } from '../../../kit/notifier';
import { metricText } from '../../../kit/table/number-cell';
import { formatDateTime, formatDay, parseDay } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { AdLink } from '../../../kit/ad-link';
import { LoadState } from '../../../kit/setting/load-state';

type Cost = MediaCostsOfDayQuery['mediaCosts'][number];

/** Costs that a source reports for each ad of one day. */
function AdsOfDay({ day, sourceId, drillDown }: { day: string; sourceId: number; drillDown: string | null }) {
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

type Day = MediaCostDaysQuery['mediaCostDays'][number];

const PAGE = 50;
const keyOf = ({ day, sourceId }: Day): string => `${day}/${sourceId}`;
const formatApiDay = (day: string): string => formatDay(parseDay(day) ?? 0);

interface DayTableProps {
  days: readonly Day[];
  /** Drill-down of a report metric as text, or null. */
  drillDown: string | null;
  mayDelete: boolean;
  onDeleted: () => void;
}

/** Imported costs, one row per day and source. A row expands to its ads. */
export function DayTable({ days, drillDown, mayDelete, onDeleted }: DayTableProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [address, setAddress] = useSearchParams();
  const [deleting, setDeleting] = useState<Day>();
  const [remove] = useDeleteMediaCostsMutation();
  const number = (value: number): string => metricText(value, { unit: 'count' });
  const amount = { align: 'right', width: 120 } as const;
  return (
    <>
      <Table<Day>
        size="small"
        rowKey={keyOf}
        dataSource={[...days]}
        scroll={{ x: 940 }}
        pagination={{
          pageSize: PAGE,
          current: Math.max(1, Number(address.get('page')) || 1),
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (page) =>
            setAddress({
              ...(drillDown === null ? {} : { [DRILL_DOWN]: drillDown }),
              ...(page === 1 ? {} : { page: String(page) }),
            }),
        }}
        expandable={{
          fixed: 'start',
          expandedRowRender: ({ day, sourceId }) => (
            <AdsOfDay day={day} sourceId={sourceId} drillDown={drillDown} />
          ),
        }}
        columns={[
          {
            key: 'day',
            title: t('mediaCosts.field.day'),
            width: 120,
            fixed: 'start',
            render: (_, { day }) => formatApiDay(day),
          },
          {
            key: 'source',
            title: t('mediaCosts.source'),
            width: 180,
            ellipsis: true,
            render: (_, { sourceName }) => sourceName,
          },
          {
            ...amount,
            key: 'ads',
            title: t('mediaCosts.ads'),
            width: 90,
            render: (_, { ads }) => number(ads),
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
            render: (_, { impressions }) => number(impressions),
          },
          {
            ...amount,
            key: 'clicks',
            title: t('mediaCosts.field.clicks'),
            render: (_, { clicks }) => number(clicks),
          },
          {
            key: 'importedAt',
            title: t('mediaCosts.importedAt'),
            width: 160,
            render: (_, { importedAt }) => formatDateTime(importedAt),
          },
          ...(mayDelete
            ? [
                {
                  key: 'delete',
                  width: 56,
                  render: (_: unknown, row: Day) => (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={t('mediaCosts.deleteDay', {
                        day: formatApiDay(row.day),
                        source: row.sourceName,
                      })}
                      onClick={() => setDeleting(row)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {deleting && (
        <ConfirmDialog
          title={t('mediaCosts.deleteTitle')}
          okText={t('common.delete')}
          danger
          run={async () => {
            const { day, sourceId } = deleting;
            await remove({ variables: { productId, dateFrom: day, dateTo: day, sourceId } });
            notify('SUCCESS', t('mediaCosts.deleted'));
          }}
          onResult={({ reload }) => {
            setDeleting(undefined);
            if (reload) onDeleted();
          }}
        >
          {t('mediaCosts.deleteText', {
            day: formatApiDay(deleting.day),
            source: deleting.sourceName,
            count: deleting.ads,
          })}
        </ConfirmDialog>
      )}
    </>
  );
}
