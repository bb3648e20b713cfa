import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findMeasure, type AxisKey } from '../../../../shared/catalog';
import { useLayout } from '../../preferences/layout-context';
import { withParameters } from '../address';
import { DataTable } from '../table/data-table';
import type { NameColumn } from '../table/data-row';
import type { Sort } from '../table/measure-column';
import { useRight } from '../../session/rights';
import { adPath } from '../ad-link';
import { comparisonText } from '../period/comparison';
import { periodParameters } from '../period/period';
import { type ReportRow, rowOnAxis } from './answer';
import type { MetricLinks } from './drill-down-links';
import { type VisibleRow, CUSTOM_ITEM, type ColumnWidths, readWidths, WIDTHS } from './visible';
import type { ReportColumn } from './types';
import type { ReportControls } from './use-report-state';
import { useRowNames } from './use-row-names';
import { useSearchParams, Link } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { savedChoice } from './url-state';
import { RightOutlined } from '@ant-design/icons';
import styles from './report-screen.module.css';

interface NameCellProps {
  name: string;
  /** Axis and URL that opening the row leads to; undefined if it can't be opened. */
  next: AxisKey | undefined;
  to: string | undefined;
  /** Colour of the row in the chart. */
  swatch: string | undefined;
  /** Page of the name; the name then links there instead of opening the row. */
  page?: string | undefined;
}

/**
 * Name of a row, linked if the row can be opened. If the name has its own page, it links there and an icon
 * opens the row.
 */
function NameCell({ name, next, to, swatch, page }: NameCellProps) {
  const { t } = useTranslation();
  const content = (
    <>
      {swatch && <i className="ic-swatch" style={{ background: swatch }} aria-hidden="true" />}
      <span className="ic-name">{name}</span>
    </>
  );
  const label = next && t('report.drillInto', { row: name, axis: t(`report.axes.${next}`) });
  if (page !== undefined) {
    return (
      <span className="ic-row ic-wide ic-gap-8">
        <Link
          to={page}
          className="ic-row ic-fill ic-gap-8"
          title={name}
          onClick={(event) => event.stopPropagation()}
        >
          {content}
        </Link>
        {to !== undefined && (
          <Link
            to={to}
            preventScrollReset
            className={`ic-rigid ic-muted ic-text-11 ${styles.inside}`}
            title={label}
            aria-label={label}
          >
            <RightOutlined aria-hidden="true" />
          </Link>
        )}
      </span>
    );
  }
  if (!next || to === undefined) {
    return (
      <span className="ic-row ic-wide ic-gap-8" title={name}>
        {content}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      className={`ic-row ic-wide ic-gap-8 ic-medium ${styles.open}`}
      title={label}
      aria-label={label}
    >
      {content}
      <RightOutlined className={`ic-push ic-muted ic-text-11 ${styles.openIcon}`} aria-hidden="true" />
    </Link>
  );
}

/**
 * Remembers dragged widths for this user and page. Widths of an opened link take precedence until a column is
 * dragged.
 */
function useColumnWidths(page: string): {
  widths: ColumnWidths;
  setWidth: (key: string, width: number) => void;
} {
  const { userId } = useSession().profile;
  const [parameters, setParameters] = useSearchParams();
  const [own, setOwn] = useState<ColumnWidths>(() => savedChoice(page).read(userId)?.widths ?? {});
  const given = parameters.get(WIDTHS);
  const widths = useMemo(() => (given === null ? own : readWidths(given)), [given, own]);
  const setWidth = useCallback(
    (key: string, width: number) => {
      const stored = savedChoice(page);
      const next = { ...widths, [key]: width };
      stored.write({ ...stored.read(userId), widths: next }, userId);
      setOwn(next);
      if (given === null) return;
      setParameters((before) => withParameters(before, { [WIDTHS]: null }), { replace: true });
    },
    [page, userId, widths, given, setParameters],
  );
  return { widths, setWidth };
}

/** Maximum number of axis columns pinned during horizontal scrolling. */
const MAX_PINNED = 2;
const NAME_WIDTH = 232;
const NAME_WIDTH_NARROW = 148;
const ATTRIBUTE_WIDTH = 144;

export interface ReportTableProps {
  rows: readonly VisibleRow[] | undefined;
  /** Number of rows before the search. */
  count: number;
  total: ReportRow | undefined;
  /** Number of rows that the total leaves out. */
  excluded?: number | undefined;
  previousTotal: ReportRow | undefined;
  axes: readonly AxisKey[];
  /** Attributes of the ad beside the axes. */
  attributes: readonly AxisKey[];
  /** Column before the axes. */
  lead: NameColumn<ReportRow> | undefined;
  /** Columns between the axes and the metrics. */
  nameColumns?: readonly NameColumn<ReportRow>[] | undefined;
  /** How many of these belong to the axes rather than to the metrics. */
  fixed: number;
  columns: readonly ReportColumn[];
  controls: ReportControls;
  /** Order of the rows. */
  sort: Sort;
  stale: boolean;
  compared: boolean;
  narrow: boolean;
  /** Height in pixels of the sticky area above the table. */
  offsetTop: number;
  colourOf: ((row: { row: ReportRow }) => string | undefined) | undefined;
  /** Links to the rows behind a metric value. */
  opens: MetricLinks | undefined;
  opensEarlier: MetricLinks | undefined;
  /** Name of the page that dragged widths are stored under. */
  page: string;
}

/** Rows of a report with their axes in front; a row opens to the next finer axis. */
export function ReportTable(props: ReportTableProps) {
  const { rows, count, axes, attributes, lead, columns, controls, narrow, offsetTop, colourOf, page } = props;
  const { t } = useTranslation();
  const names = useRowNames();
  const { settings } = useLayout();
  const { widths, setWidth } = useColumnWidths(page);
  const { period, comparison } = controls.state;
  const sorted = findMeasure(props.sort.key);
  const seesAds = useRight('ads') !== 'none';
  const pageOf = useCallback(
    (row: ReportRow): string | undefined => {
      const { id } = rowOnAxis(row, 'ad');
      if (id === null || !seesAds) return undefined;
      const days = Object.entries({
        ...periodParameters(period),
        compare: comparisonText(comparison),
        trend: sorted,
      }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
      return adPath(Number(id), new URLSearchParams(days));
    },
    [period, comparison, sorted, seesAds],
  );
  const axisColumns = useMemo(
    () => [
      ...(lead ? [lead] : []),
      ...axes.map((axis, index): NameColumn<ReportRow> => ({
        key: axis,
        title: t(`report.axes.${axis}`),
        width: narrow ? NAME_WIDTH_NARROW : NAME_WIDTH,
        render: ({ row }) => (
          <NameCell
            name={names.on(row, axis)}
            next={index === 0 ? controls.below(row) : undefined}
            to={index === 0 ? controls.inside(row) : undefined}
            swatch={index === 0 ? colourOf?.({ row }) : undefined}
            page={axis === 'ad' ? pageOf(row) : undefined}
          />
        ),
      })),
    ],
    [lead, axes, t, narrow, names, controls, colourOf, pageOf],
  );
  const more = props.nameColumns;
  const attributeColumns = useMemo(
    () =>
      attributes.map((axis): NameColumn<ReportRow> => ({
        key: axis,
        title: t(`report.axes.${axis}`),
        width: ATTRIBUTE_WIDTH,
        render: ({ row }) => {
          const name = names.attribute(row, axis);
          return name !== null && <NameCell name={name} next={undefined} to={undefined} swatch={undefined} />;
        },
      })),
    [attributes, t, names],
  );
  const nameColumns = useMemo(
    () => [...axisColumns, ...attributeColumns, ...(more ?? [])],
    [axisColumns, attributeColumns, more],
  );
  const rowsText = [
    t('report.rowCount', { count }),
    props.excluded ? t('report.leftOut', { count: props.excluded }) : '',
  ].join('');
  const inSight = axisColumns.length + (attributes.length > 0 ? 0 : props.fixed);
  const hide = useCallback(
    (key: string) =>
      controls.setColumns(
        CUSTOM_ITEM,
        columns.map((column) => column.key).filter((one) => one !== key),
      ),
    [controls, columns],
  );
  const openRow = useCallback(({ row }: { row: ReportRow }) => controls.drillInto(row), [controls]);
  const canOpen = useCallback(({ row }: { row: ReportRow }) => controls.below(row) !== undefined, [controls]);
  return (
    <DataTable<ReportRow, ReportColumn>
      label={t('report.table')}
      names={nameColumns}
      pinned={Math.min(narrow ? 1 : MAX_PINNED, inSight)}
      columns={columns}
      rows={rows}
      total={props.total}
      previousTotal={props.previousTotal}
      totalName={rows ? `${t('report.total')}　${rowsText}` : t('report.total')}
      stale={props.stale}
      compared={props.compared}
      density={settings.tableDensity}
      sort={props.sort}
      onSort={controls.setSort}
      onHide={hide}
      widths={widths}
      onResize={setWidth}
      above={offsetTop}
      onOpen={openRow}
      canOpen={canOpen}
      opens={props.opens}
      opensEarlier={props.opensEarlier}
    />
  );
}
