import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDeleteMediaCostsMutation,
  type MediaCostDaysQuery,
  useMediaCostsOfDayQuery,
  type MediaCostsOfDayQuery,
} from '../../../generated/graphql';
import { AdLink } from '../../../kit/ad-link';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { LoadState } from '../../../kit/setting/load-state';
import { CardTable } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';
import { formatApiDay, formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { amountColumns, amountsIn, amountText } from './amounts';

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
  return (
    <CardTable<Cost>
      rowKey="adId"
      rows={data.mediaCosts.filter((one) => one.sourceId === sourceId)}
      cardTitle={t('mediaCosts.field.ad')}
      columns={[
        {
          key: 'ad',
          title: t('mediaCosts.field.ad'),
          ellipsis: true,
          render: ({ adId, adName }) => <AdLink id={adId}>{adName}</AdLink>,
        },
        ...amountColumns<Cost>(t, data.mediaCosts, 120),
      ]}
    />
  );
}

type Day = MediaCostDaysQuery['mediaCostDays'][number];

/** The source of a day, the source it replaced, and its currency. */
function SourceOfDay({ row }: { row: Day }) {
  const { t } = useTranslation();
  const { sourceName, replacedSourceName: source, currency, exchangeRate } = row;
  return (
    <>
      {sourceName}
      {source !== null && <div className="ic-hint">{t('mediaCosts.replaced', { source })}</div>}
      {currency !== null && (
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
  const [deleting, setDeleting] = useState<Day>();
  const [remove] = useDeleteMediaCostsMutation();
  const namesOf = ({ day, sourceName: source }: Day) => ({ day: formatApiDay(day), source });
  return (
    <>
      <dl className="ic-flex ic-wrap ic-gap-8-16 ic-mb-12 ic-figures">
        {amountsIn(days).map((field) => (
          <div key={field}>
            <dt className="ic-hint">{t('mediaCosts.total', { field: t(`mediaCosts.field.${field}`) })}</dt>
            <dd className="ic-strong ic-text-16">
              {amountText(
                field,
                days.reduce((total, row) => total + (row[field] ?? 0), 0),
              )}
            </dd>
          </div>
        ))}
      </dl>
      <CardTable<Day>
        rows={days}
        rowKey={({ day, sourceId }) => `${day}/${sourceId}`}
        cardTitle={t('mediaCosts.imported')}
        minWidth={620 + 104 * amountsIn(days).length}
        pagination={{ current: page, onChange: onPage }}
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
            render: ({ day }) => formatApiDay(day),
          },
          {
            key: 'source',
            title: t('mediaCosts.source'),
            width: 170,
            render: (row) => <SourceOfDay row={row} />,
          },
          {
            key: 'ads',
            title: t('mediaCosts.ads'),
            width: 90,
            align: 'right',
            render: ({ ads }) => metricText(ads, { unit: 'count' }),
          },
          ...amountColumns<Day>(t, days, 104),
          {
            key: 'importedAt',
            title: t('mediaCosts.importedAt'),
            width: 160,
            card: 'none',
            render: ({ importedAt }) => formatDateTime(importedAt),
          },
        ]}
        remove={mayDelete && { label: (row) => t('mediaCosts.deleteDay', namesOf(row)), run: setDeleting }}
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
          {t('mediaCosts.deleteText', { ...namesOf(deleting), count: deleting.ads })}
        </ConfirmDialog>
      )}
    </>
  );
}
