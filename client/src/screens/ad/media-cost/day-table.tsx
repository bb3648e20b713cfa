import { DeleteOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDeleteMediaCostsMutation,
  type MediaCostDaysQuery,
  useMediaCostsOfDayQuery,
  type MediaCostsOfDayQuery,
} from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { metricText } from '../../../kit/table/number-cell';
import { formatDateTime, formatDay, parseDay } from '../../../kit/tokyo-date';
import { useNarrow } from '../../../kit/use-window';
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

/** The source of a day, the source it replaced, and its currency. */
function SourceOfDay({ row }: { row: Day }) {
  const { t } = useTranslation();
  const { sourceName, replacedSourceName, currency, exchangeRate } = row;
  return (
    <>
      {sourceName}
      {replacedSourceName != null && (
        <div className="ic-hint">{t('mediaCosts.replaced', { source: replacedSourceName })}</div>
      )}
      {currency != null && (
        <div className="ic-hint">{t('mediaCosts.converted', { currency, rate: exchangeRate ?? 0 })}</div>
      )}
    </>
  );
}

interface DayTableProps {
  days: readonly Day[];
  /** Drill-down of a report metric as text, or null. */
  drillDown: string | null;
  mayDelete: boolean;
  page: number;
  onPage: (page: number) => void;
  onDeleted: () => void;
}

/** Imported costs, one row per day and source. A row expands to its ads. */
export function DayTable({ days, drillDown, mayDelete, page, onPage, onDeleted }: DayTableProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const narrow = useNarrow();
  const [deleting, setDeleting] = useState<Day>();
  const [remove] = useDeleteMediaCostsMutation();
  const number = (value: number): string => metricText(value, { unit: 'count' });
  const cost = (value: number): string => metricText(value, { unit: 'yen', showZero: true });
  const amount = { align: 'right', width: 120 } as const;
  const columns: TableColumnType<Day>[] = [
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
      width: 200,
      render: (_, row) => <SourceOfDay row={row} />,
    },
    { ...amount, key: 'ads', title: t('mediaCosts.ads'), width: 90, render: (_, { ads }) => number(ads) },
    { ...amount, key: 'cost', title: t('mediaCosts.field.cost'), render: (_, row) => cost(row.cost) },
    ...(['impressions', 'clicks'] as const).map((field) => ({
      ...amount,
      key: field,
      title: t(`mediaCosts.field.${field}`),
      render: (_: unknown, row: Day) => number(row[field]),
    })),
    {
      key: 'importedAt',
      title: t('mediaCosts.importedAt'),
      width: 160,
      render: (_, { importedAt }) => formatDateTime(importedAt),
    },
  ];
  const card: TableColumnType<Day> = {
    key: 'card',
    title: t('mediaCosts.imported'),
    render: (_, row) => (
      <div className="ic-grid ic-gap-4 ic-break">
        <div className="ic-flex ic-between ic-gap-8">
          <span>{formatApiDay(row.day)}</span>
          <span className="ic-strong ic-figures">{cost(row.cost)}</span>
        </div>
        <SourceOfDay row={row} />
        <div className="ic-flex ic-wrap ic-gap-4-12 ic-hint ic-figures">
          {(['ads', 'impressions', 'clicks'] as const).map((field) => (
            <span key={field}>
              {t(field === 'ads' ? 'mediaCosts.ads' : `mediaCosts.field.${field}`)} {number(row[field])}
            </span>
          ))}
        </div>
      </div>
    ),
  };
  const sum = (field: 'cost' | 'impressions' | 'clicks'): number =>
    days.reduce((total, row) => total + row[field], 0);
  return (
    <>
      <dl className="ic-flex ic-wrap ic-gap-8-16 ic-mb-12 ic-figures">
        {(['cost', 'impressions', 'clicks'] as const).map((field) => (
          <div key={field}>
            <dt className="ic-hint">{t('mediaCosts.total', { field: t(`mediaCosts.field.${field}`) })}</dt>
            <dd className="ic-strong ic-text-16">
              {field === 'cost' ? cost(sum(field)) : number(sum(field))}
            </dd>
          </div>
        ))}
      </dl>
      <Table<Day>
        size="small"
        rowKey={keyOf}
        dataSource={[...days]}
        {...(narrow ? {} : { scroll: { x: 940 } })}
        pagination={{
          pageSize: PAGE,
          current: page,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: onPage,
        }}
        expandable={{
          fixed: 'start',
          expandedRowRender: ({ day, sourceId }) => (
            <AdsOfDay day={day} sourceId={sourceId} drillDown={drillDown} />
          ),
        }}
        columns={[
          ...(narrow ? [card] : columns),
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
