import { Pagination, Skeleton, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CvType, NewAndExistingEvaluation, type AxisKey } from '../../../../../shared/catalog';
import { formatYen, yenAffixes, formatPercent } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { enumLabel } from '../../../kit/enum-label';
import { logPaths } from '../../../kit/log/log-paths';
import { Facts, Panel } from '../../../kit/page';
import { useRowNames } from '../../../kit/report/use-row-names';
import { withHeading } from '../../../i18n/punctuation';
import { StateNote } from '../../../kit/states';
import type { Sort } from '../../../kit/table/measure-column';
import { formatDateTime } from '../../../kit/tokyo-date';
import { usePrinting } from '../../../kit/use-window';
import { PathSteps } from './path-steps';
import { PAGE_SIZE, type CvRow, spanText, timesText } from './query-state';

/** Path of a conversion step by step: ad, time, interval, and its credit beside the normal one. */
function RowDetail({ row, whyHref }: { row: CvRow; whyHref: string }) {
  const { t } = useTranslation();
  const yen = (value: number): string => formatYen(value, { yen: yenAffixes[currentLanguage()] });
  const { path, cvTime, amount } = row;
  return (
    <div className="ic-scroll-x ic-p-8-16">
      {path.length === 0 ? (
        <p className="ic-muted">{t('cvInfo.noSteps')}</p>
      ) : (
        <table className="ic-wide ic-text-13 ic-figures ic-table">
          <thead>
            <tr>
              <th scope="col">{t('cvInfo.step')}</th>
              <th scope="col">{t('fields.label.log_createdAt')}</th>
              <th scope="col">{t('fields.label.log_ad')}</th>
              <th scope="col" className="ic-end">
                {t('cvInfo.lag')}
              </th>
              <th scope="col" className="ic-end">
                {t('cvInfo.share')}
              </th>
              <th scope="col" className="ic-end">
                {t('cvInfo.credit')}
              </th>
              <th scope="col" className="ic-end">
                {t('cvInfo.normal')}
              </th>
            </tr>
          </thead>
          <tbody>
            {path.map(({ interactionId, adId, ad, time, share }, index) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td>
                  {interactionId ? (
                    <Link to={logPaths.interaction(interactionId)}>{formatDateTime(time)}</Link>
                  ) : (
                    formatDateTime(time)
                  )}
                </td>
                <td>
                  {adId ? (
                    <Link to={`/ad/setting/${adId}`}>{ad ?? `#${adId}`}</Link>
                  ) : (
                    <span className="ic-muted">{t('cvInfo.otherAgency')}</span>
                  )}
                </td>
                <td className="ic-end">{spanText((Date.parse(cvTime) - Date.parse(time)) / 1000)}</td>
                <td className="ic-end">{formatPercent(share, { showZero: true })}</td>
                <td className="ic-end">{yen(share * amount)}</td>
                <td className="ic-end">{yen(index === path.length - 1 ? amount : 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="ic-flex ic-mt-12 ic-gap-16">
        <Link to={whyHref}>{t('cvInfo.why')}</Link>
        <Link to={logPaths.visitor(row.visitorId)}>{t('cvInfo.story')}</Link>
      </p>
    </div>
  );
}

export interface RowsPanelProps {
  /** Undefined while loading. */
  rows: readonly CvRow[] | undefined;
  count: number;
  page: number;
  sort: Sort;
  stale: boolean;
  /** Narrow windows show each conversion in one cell. */
  narrow: boolean;
  /** Model and evaluation of the shares. Links to the credit explanation use the same. */
  model: number | undefined;
  evaluation: number | undefined;
  /** Attributes of the credited ad to show as columns. */
  attributes: readonly AxisKey[];
  /** Controls beside the title. */
  actions: ReactNode;
  onPage: (page: number) => void;
  onSort: (sort: Sort) => void;
}

/** Pixels of the columns that are always there, and of each attribute. */
const TABLE_WIDTH = 1080;
const ATTRIBUTE_WIDTH = 144;

const key = ({ eventId, cvSettingId }: CvRow): string => `${eventId} ${cvSettingId}`;

/** One page of conversions with their paths. A row expands to its steps. */
export function RowsPanel({
  rows,
  count,
  page,
  sort,
  stale,
  narrow,
  model,
  evaluation,
  attributes,
  actions,
  onPage,
  onSort,
}: RowsPanelProps) {
  const { t } = useTranslation();
  const printing = usePrinting();
  const names = useRowNames();
  const hrefOf = ({ eventId, cvSettingId }: CvRow): string => logPaths.conversion(eventId, cvSettingId);
  const whyOf = (row: CvRow): string =>
    `${hrefOf(row)}&model=${model ?? ''}&evaluation=${evaluation ?? NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY}#credit`;
  const sorted = (name: string) => ({
    key: name,
    sorter: true,
    sortOrder: sort.key === name ? (sort.ascending ? ('ascend' as const) : ('descend' as const)) : null,
  });
  const columns: TableColumnsType<CvRow> = [
    {
      ...sorted('cv_time'),
      title: t('fields.label.log_cvTime'),
      width: 168,
      fixed: 'start',
      render: (_, row) => <Link to={hrefOf(row)}>{formatDateTime(row.cvTime)}</Link>,
    },
    {
      key: 'cv_setting',
      title: t('cvInfo.settings'),
      width: 144,
      render: (_, { cvSetting, cvType }) => (
        <>
          {cvSetting?.label}{' '}
          {cvType === CvType.MIDDLE_CV && <span className="ic-muted">{enumLabel(t, 'CvType', cvType)}</span>}
        </>
      ),
    },
    {
      ...sorted('amount'),
      title: t('cvInfo.figures.amountSum'),
      width: 104,
      align: 'right',
      render: (_, { amount }) => formatYen(amount, { yen: yenAffixes[currentLanguage()] }),
    },
    {
      ...sorted('touches'),
      title: t('fields.label.log_touches'),
      width: 120,
      align: 'right',
      render: (_, { touches }) => timesText(touches, t),
    },
    {
      ...sorted('latency'),
      title: t('cvInfo.latency'),
      width: 120,
      align: 'right',
      render: (_, { latency }) => spanText(latency),
    },
    { key: 'path', title: t('cvInfo.path'), render: (_, { path }) => <PathSteps steps={path} bare /> },
    ...attributes.map((axis) => ({
      key: axis,
      title: t(`report.axes.${axis}`),
      width: ATTRIBUTE_WIDTH,
      ellipsis: true,
      render: (_: unknown, row: CvRow) =>
        names.attribute(row, axis) ?? (
          <span className="ic-muted">{row.path.at(-1)?.adId === null ? t('cvInfo.otherAgency') : '-'}</span>
        ),
    })),
    // Print has no links, and the paths need the room.
    ...(printing
      ? []
      : [
          {
            key: 'why',
            title: t('cvInfo.reason'),
            width: 92,
            render: (_: unknown, row: CvRow) => (
              <Link to={whyOf(row)} title={t('cvInfo.why')}>
                {t('cvInfo.reason')}
              </Link>
            ),
          },
        ]),
  ];
  const narrowColumns: TableColumnsType<CvRow> = [
    {
      key: 'cv',
      title: t('cvInfo.list'),
      render: (_, row) => (
        <div className="ic-stack ic-gap-4">
          <Link to={hrefOf(row)}>{formatDateTime(row.cvTime)}</Link>
          <div className="ic-flex ic-wrap ic-gap-4-12">
            <span>{row.cvSetting?.label}</span>
            <span>{formatYen(row.amount, { yen: yenAffixes[currentLanguage()] })}</span>
            <Link to={whyOf(row)}>{t('cvInfo.why')}</Link>
          </div>
          <PathSteps steps={row.path} />
          <Facts>
            {attributes.flatMap((axis) => {
              const name = names.attribute(row, axis);
              return name === null ? [] : `${withHeading(t(`report.axes.${axis}`), name)}　`;
            })}
          </Facts>
        </div>
      ),
    },
  ];
  return (
    <Panel title={t('cvInfo.list')} lead={t('cvInfo.listLead')} actions={actions}>
      {!rows ? (
        <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
      ) : rows.length === 0 ? (
        <StateNote title={t('report.emptyTitle')} hint={t('report.emptyHint')} />
      ) : (
        <div className={stale ? 'ic-stale' : undefined} aria-busy={stale}>
          <Table<CvRow>
            size="small"
            rowKey={key}
            dataSource={[...rows]}
            columns={narrow ? narrowColumns : columns}
            pagination={false}
            showSorterTooltip={false}
            sortDirections={['descend', 'ascend', 'descend']}
            tableLayout="fixed"
            {...(narrow ? {} : { scroll: { x: TABLE_WIDTH + attributes.length * ATTRIBUTE_WIDTH } })}
            expandable={{
              expandedRowRender: (row) => <RowDetail row={row} whyHref={whyOf(row)} />,
              expandRowByClick: false,
            }}
            onChange={(_page, _filters, sorter) => {
              if (!Array.isArray(sorter))
                onSort({ key: String(sorter.columnKey), ascending: sorter.order === 'ascend' });
            }}
          />
          <footer className="ic-row ic-wrap ic-between ic-gap-8-16 ic-caption ic-figures ic-mt-12">
            <span role="status">
              {t('list.range', {
                first: (page - 1) * PAGE_SIZE + 1,
                last: (page - 1) * PAGE_SIZE + rows.length,
                count,
              })}
            </span>
            <Pagination
              size="small"
              current={page}
              pageSize={PAGE_SIZE}
              total={count}
              showSizeChanger={false}
              onChange={onPage}
            />
          </footer>
        </div>
      )}
    </Panel>
  );
}
