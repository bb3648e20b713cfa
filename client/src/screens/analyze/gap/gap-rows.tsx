import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useGapRowsQuery, type GapRowsQuery } from '../../../generated/graphql';
import { withParameters } from '../../../kit/address';
import { logPaths } from '../../../kit/log/log-paths';
import { Page } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { StatusTag } from '../../../kit/status-tag';
import { CardTable } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';
import { dayText, formatDateTime, parseDay } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import { useProductId, useSession } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { OWN, readAxis, readId } from './gap-address';

type Move = GapRowsQuery['gapRows']['results'][number];

const PAGE_SIZE = 50;

/** Conversions that come or go with a step of the gap. */
export function GapRows() {
  const { t } = useTranslation();
  const productId = useProductId();
  const { selections } = useSession();
  const mayOpenLog = useRight('logs') !== 'none';
  const [address, setAddress] = useSearchParams();
  const today = useToday();
  const axis = readAxis(address);
  const [id, page] = [readId(address, OWN.row), readId(address, OWN.page) ?? 1];
  const dayIn = (name: string) => dayText(parseDay(address.get(name) ?? '') ?? today);
  const { data, previousData, error, refetch } = useGapRowsQuery({
    variables: {
      ...{ productId, axis, page, pageSize: PAGE_SIZE, step: address.get(OWN.step) ?? '' },
      sourceId: [readId(address, OWN.source) ?? 0],
      ...{ dateFrom: dayIn('from'), dateTo: dayIn('to') },
      adIds: axis === 'ad' && id !== undefined ? [id] : null,
      aspIds: axis === 'asp' && id !== undefined ? [id] : null,
    },
    fetchPolicy: 'cache-and-network',
  });
  const found = (data ?? previousData)?.gapRows;
  const names = new Map(selections.cvSetting.map((one) => [one.id, one.label]));
  return (
    <Page title={t('menu.gap_rows')} lead={t('gap.rowsLead')}>
      {!found && <LoadState error={error} retry={() => void refetch()} />}
      {found?.count === 0 && <StateNote title={t('gap.noRows')} />}
      {found && found.count > 0 && (
        <CardTable<Move>
          rows={found.results}
          rowKey={({ conversionId, cvSettingId }) => `${cvSettingId}/${conversionId}`}
          cardTitle={t('menu.gap_rows')}
          minWidth={900}
          pagination={{
            ...{ current: page, pageSize: PAGE_SIZE, total: found.count },
            onChange: (to) => setAddress(withParameters(address, { [OWN.page]: to === 1 ? null : to })),
          }}
          columns={[
            {
              key: 'direction',
              title: t('gap.column.direction'),
              width: 100,
              render: ({ direction }) => (
                <StatusTag tone={direction === 'in' ? 'good' : 'bad'}>
                  {t(direction === 'in' ? 'gap.file.in' : 'gap.file.out')}
                </StatusTag>
              ),
            },
            {
              key: 'time',
              title: t('gap.column.cvTime'),
              width: 180,
              render: ({ cvTime }) => formatDateTime(cvTime),
            },
            {
              key: 'id',
              title: t('gap.column.conversionId'),
              width: 170,
              ellipsis: true,
              render: ({ conversionId, cvSettingId }) =>
                mayOpenLog ? (
                  <Link to={logPaths.conversion(conversionId, cvSettingId)}>{conversionId}</Link>
                ) : (
                  conversionId
                ),
            },
            {
              key: 'setting',
              title: t('gap.column.cvSettingId'),
              width: 130,
              ellipsis: true,
              render: ({ cvSettingId }) => names.get(cvSettingId) ?? String(cvSettingId),
            },
            {
              key: 'amount',
              title: t('gap.column.amount'),
              width: 110,
              align: 'right',
              render: ({ amount }) => metricText(amount, { unit: 'yen', unitInHeader: true }),
            },
            { key: 'reason', title: t('gap.column.reason'), render: ({ reason }) => reason },
          ]}
        />
      )}
    </Page>
  );
}
