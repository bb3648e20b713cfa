import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductId, useSession, useWeekStart } from '../../session/session-context';
import { useFrameTop } from '../../preferences/use-frame-top';
import { SIZES } from '../../theme/tokens';
import { LitRow, LitRowContext } from '../row-highlight';
import { Page } from '../page';
import { comparisonKey, shownDays } from '../period/comparison';
import { ErrorNote } from '../error-note';
import { usePageEdge } from '../page-edges';
import { useMediaQuery } from '../use-media-query';
import { figureOf, type ReportData, type ReportRow } from './answer';
import { ComputingNote } from './computing-note';
import { downloadQuery, type OwnDownload } from './download';
import { filtersWithPath } from './drill';
import { SaveViewButton } from '../saved-view/save-view-button';
import { EmptyRows } from './empty-rows';
import { ExplorerButton } from './explorer-button';
import { ExportButton } from './export-button';
import { linkParameters, ownWidths } from './share-link';
import { useFigureLinks, type FigureLinks } from './drill-down-links';
import { KeyFigures } from './key-figures';
import { ReportBlocks } from './report-blocks';
import { ReportFilters } from './report-filters';
import styles from './report-screen.module.css';
import type { NameColumn } from '../table/data-row';
import { ReportTable } from './report-table';
import { shownAttributes } from './attributes';
import { ShareButton } from './share-button';
import { withShownParts } from './visible-parts';
import { SearchNote } from './search-note';
import { SortNote } from './sort-note';
import { foundRows, shownRows } from './visible-rows';
import { TableHead } from './table-head';
import type { ColumnPreset, ReportBlock, ReportColumn, ReportLead, ReportQuery } from './types';
import { withParameters, type ReportDefaults, type ReportState } from './url-state';
import { useReportState, type ReportControls } from './use-report-state';
import { useRowNames } from './use-row-names';
import { useSteadyData } from './use-steady-data';
import { useWatch } from './use-watch';
import { visibleColumns, withoutEmpty } from './visible-columns';
import { formatDateTime } from '../tokyo-date';
import { useToday } from '../use-today';

/** What a screen says of its report; the rest is the kit's. */
export interface ReportDefinition {
  /** Name of the page in stored choices. */
  page: string;
  title: string;
  lead: string;
  /** REST path of the same analysis, for downloads. */
  restPath: string;
  defaults: ReportDefaults;
  /** Asks for the data; called as a hook. */
  useData: (query: ReportQuery, controls: ReportControls) => ReportData;
  /** What it shows without any axis; undefined where rows always stand for some. */
  noAxis?: string;
  /** Columns, presets, key figures and blocks, which may depend on the report's state; called as a hook. */
  useParts: (controls: ReportControls, data: ReportData) => ReportParts;
  /** The column of tiny trends, of the first figure of the rows; called as a hook. */
  useRowTrend?: (
    shown: boolean,
    query: ReportQuery,
    column: ReportColumn | undefined,
    rows: readonly ReportRow[] | undefined,
  ) => NameColumn<ReportRow> | undefined;
  /** The way to keep what is shown, beside those to take it along. */
  Save?: ComponentType<SavedViewProps>;
}

/** What a report shows, for those who keep it. */
export interface SavedViewProps {
  state: ReportState;
  /** Keys of the columns in sight. */
  columns: readonly string[];
  /** How it is drawn, where the report says so. */
  chart?: string | undefined;
  /** Its icon alone, where there is no room for its name. */
  bare: boolean;
}

export interface ReportParts {
  columns: readonly ReportColumn[];
  presets: readonly ColumnPreset[];
  keyFigures: readonly ReportColumn[];
  /** The views above the table. */
  blocks: readonly ReportBlock[];
  /** Further choices in the filter bar. */
  bar?: ReactNode;
  /** What the key figures set beside each other instead of the total and that of earlier days: what is simulated, and the report's own total before. */
  keyTotals?: { total: ReportRow; previousTotal: ReportRow; label: string; compared: string } | undefined;
  /** What stands between the key figures and the views. */
  panel?: ReactNode;
  /** Columns between the axes and the figures, such as one to type into. */
  nameColumns?: readonly NameColumn<ReportRow>[] | undefined;
  /** Further choices at the head of the table. */
  tableBar?: ReactNode;
  /** What stands below the table. */
  tableNote?: ReactNode;
  /** What stands in the place of rows where there are none, though nothing is narrowed. */
  empty?: ReactNode;
  /** A fixed colour of a row, the same on every screen. */
  colourOf?: ((row: { row: ReportRow }) => string | undefined) | undefined;
  /** What stands before the axes. */
  lead?: ReportLead;
  /** What a file is asked that only this report knows. */
  download?: OwnDownload;
}

const useNoTrend = (): undefined => undefined;

/** A report: key figures, charts and table over the same rows, all of its state in the address. */
export function ReportScreen({ report }: { report: ReportDefinition }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { profile } = useSession();
  const controls = useReportState(report.page, report.defaults);
  const { state } = controls;
  const [lit] = useState(() => new LitRow());
  const narrow = useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);
  const [bar, barHeight] = usePageEdge('bar', !narrow);

  const top = useFrameTop();
  const today = useToday();
  const weekStart = useWeekStart();
  const days = useMemo(
    () => shownDays(state.period, state.comparison, { today, weekStart }),
    [state.period, state.comparison, today, weekStart],
  );
  const query = useMemo<ReportQuery>(() => {
    const { range, previous, beside } = days;
    return {
      productId,
      ...range,
      previous,
      beside,
      axes: state.axes,
      attributes: shownAttributes(report.page, { axes: state.axes, attributes: state.attributes }),
      filters: filtersWithPath(state.filters, state.path),
      model: state.model,
      evaluation: state.evaluation,
      cvSettingIds: state.cvSettingIds,
    };
  }, [
    report.page,
    productId,
    days,
    state.axes,
    state.attributes,
    state.filters,
    state.path,
    state.model,
    state.evaluation,
    state.cvSettingIds,
  ]);
  const { data, asked, stale } = useSteadyData(report.useData(query, controls), query);
  const { axes, attributes } = asked;
  const backlog = useWatch(
    data.error && !data.rows ? undefined : data.watch,
    stale ? undefined : data.version,
  );
  const parts = report.useParts(controls, data);
  const { columns, presets, colourOf, lead } = parts;
  const { rows: dataRows, previousRows, onTopOf } = data;
  // What only all rows tell waits for them.
  const allRows = onTopOf === undefined ? dataRows : undefined;
  const wanted = useMemo(
    () => visibleColumns(columns, presets, state.item, state.columns),
    [columns, presets, state.item, state.columns],
  );
  // Columns chosen one by one are wanted, also empty.
  const filled = useMemo(
    () =>
      state.columns
        ? wanted
        : withoutEmpty(wanted, allRows ?? (dataRows && data.total && [...dataRows, data.total])),
    [wanted, state.columns, allRows, dataRows, data.total],
  );
  const visible = useMemo(
    () => withShownParts(state.empty ? wanted : filled, allRows, previousRows ?? undefined),
    [state.empty, wanted, filled, allRows, previousRows],
  );

  // The bar names the days compared only where some column is compared with them.
  const comparedInstead =
    parts.keyTotals && visible.every(({ alone }) => alone) ? parts.keyTotals.compared : undefined;
  const holdsMedia = ((data.total && figureOf(data.total, 'mediaDays')) ?? 0) > 0;
  const hasTrend = report.useRowTrend ? (state.trend ?? !narrow) : undefined;
  const trend = (report.useRowTrend ?? useNoTrend)(
    hasTrend === true,
    asked,
    visible.find(({ measure }) => measure),
    allRows,
  );
  const nameColumns = useMemo(
    () => [...(parts.nameColumns ?? []), ...(trend ? [trend] : [])],
    [parts.nameColumns, trend],
  );
  const used = { axes, rows: dataRows, model: data.model, evaluation: data.evaluation };
  const opens = useFigureLinks({ ...used, query, total: data.total, daysOf: lead?.daysOf });
  const earlier = useMemo(() => ({ ...query, ...(query.previous ?? {}) }), [query]);
  const opensEarlier = useFigureLinks({
    ...used,
    query: earlier,
    total: data.previousTotal,
    daysOf: lead?.earlierDaysOf,
  });
  const running = useMemo(
    () => (query.beside === undefined ? query : { ...query, from: query.beside, to: query.beside }),
    [query],
  );
  const opensToday = useFigureLinks({ ...used, query: running, total: data.today });
  // What a simulation begins with is the report's own total.
  const opensBefore: FigureLinks = (_, column) => data.total && opens?.(data.total, column);
  const names = useRowNames();
  const sortColumn =
    lead?.key === state.sort.key ? lead : (columns.find(({ key }) => key === state.sort.key) ?? visible[0]);
  const sort = useMemo(
    () => ({ ...state.sort, key: sortColumn?.key ?? state.sort.key }),
    [state.sort, sortColumn?.key],
  );
  const sorted = useMemo(
    () =>
      dataRows &&
      shownRows({ rows: dataRows, previousRows }, axes, sortColumn, state.sort, (row) =>
        [lead?.textOf(row), names.whole(row, axes)].filter(Boolean).join(' '),
      ),
    [dataRows, previousRows, axes, sortColumn, state.sort, names, lead],
  );
  // Among those on top alone nothing is looked for: what is not there may come.
  const rows = useMemo(
    () =>
      sorted &&
      (allRows || !state.search || undefined) &&
      foundRows(sorted, state.search, ({ name, row }) =>
        [name, ...attributes.map((axis) => names.attribute(row, axis) ?? '')].join(' '),
      ),
    [sorted, allRows, state.search, attributes, names],
  );
  const exportQuery = useCallback(() => {
    return downloadQuery(query, sort, visible, parts.download);
  }, [query, sort, visible, parts.download]);

  const open = useCallback(
    (key: string) => {
      const shown = rows?.find((row) => row.key === key);
      if (shown) controls.drillInto(shown.row);
    },
    [rows, controls],
  );

  const filtered = Object.keys(state.filters).length > 0;
  return (
    <LitRowContext value={lit}>
      <Page
        title={report.title}
        lead={report.lead}
        actions={
          // As one, so that they stand beside the title also on narrow windows.
          <div className={styles.actions}>
            {report.Save && (
              <report.Save state={state} columns={wanted.map(({ key }) => key)} bare={narrow} />
            )}
            <SaveViewButton
              address={() =>
                withParameters(
                  linkParameters(new URLSearchParams(location.search), state, undefined),
                  ownWidths(report.page, profile.userId),
                )
              }
              report={{ path: report.restPath, query: exportQuery }}
              bare={narrow}
              disabled={stale}
            />
            <ShareButton state={state} bare={narrow} />
            {!narrow && <ExplorerButton path={report.restPath} query={exportQuery} />}
            <ExportButton
              path={report.restPath}
              query={exportQuery}
              name={report.title}
              total={onTopOf ?? sorted?.length}
              disabled={!rows?.length || stale}
              bare={narrow}
            />
          </div>
        }
      >
        <div ref={bar} className={styles.bar}>
          <ReportFilters
            controls={controls}
            days={days}
            narrow={narrow}
            noAxis={report.noAxis}
            compared={comparedInstead}
          >
            {parts.bar}
          </ReportFilters>
        </div>
        <ComputingNote backlog={backlog} />
        {data.error && !rows ? (
          <div className={styles.card}>
            <ErrorNote
              title={t('report.errorTitle')}
              hint={t('report.errorHint')}
              error={data.error}
              retry={data.refetch}
            />
          </div>
        ) : (
          <>
            <KeyFigures
              columns={parts.keyFigures}
              total={stale ? undefined : (parts.keyTotals?.total ?? data.total)}
              previousTotal={parts.keyTotals?.previousTotal ?? data.previousTotal}
              compared={parts.keyTotals !== undefined || days.previous !== undefined}
              opens={stale || parts.keyTotals ? undefined : opens}
              opensPrevious={stale ? undefined : parts.keyTotals ? opensBefore : opensEarlier}
              previousLabel={parts.keyTotals?.label ?? t(comparisonKey(state.period, state.comparison))}
              {...(days.beside === undefined || parts.keyTotals
                ? {}
                : {
                    reference: {
                      label: t('report.presets.today'),
                      running: true,
                      total: data.today,
                      opens: opensToday,
                    },
                  })}
            />
            {parts.panel}
            {(stale || sorted?.length !== 0) && (
              <ReportBlocks
                blocks={parts.blocks}
                rows={stale || !allRows ? undefined : rows}
                controls={controls}
                colourOf={colourOf}
                onOpen={open}
                opens={opens}
              />
            )}
            <section className={styles.card} aria-label={t('report.table')} aria-busy={data.loading}>
              <TableHead
                controls={controls}
                page={report.page}
                trend={hasTrend}
                all={columns}
                wanted={wanted}
                empty={wanted.length - filled.length}
                presets={presets}
              >
                {parts.tableBar}
              </TableHead>
              {rows && sorted && allRows && (
                <SearchNote controls={controls} axes={axes} rows={rows} count={sorted.length} />
              )}
              {rows?.length ? <SortNote sort={sort} columns={columns} visible={visible} /> : null}
              {rows?.length === 0 && !stale && parts.empty && !state.search && !filtered ? (
                parts.empty
              ) : rows?.length === 0 && !stale ? (
                <EmptyRows controls={controls} />
              ) : (
                <ReportTable
                  rows={rows}
                  count={onTopOf ?? sorted?.length ?? 0}
                  total={data.total}
                  previousTotal={data.previousTotal}
                  axes={axes}
                  attributes={attributes}
                  lead={lead}
                  nameColumns={nameColumns}
                  fixed={parts.nameColumns?.length ?? 0}
                  columns={visible}
                  controls={controls}
                  sort={sort}
                  stale={stale}
                  compared={days.previous !== undefined}
                  narrow={narrow}
                  offsetTop={top + (narrow ? 0 : barHeight)}
                  colourOf={colourOf}
                  opens={opens}
                  opensEarlier={opensEarlier}
                  page={report.page}
                />
              )}
              {rows?.length !== 0 && parts.tableNote}
              <footer className={styles.foot}>
                {holdsMedia && <span>† {t('report.fromMediaNote')}</span>}
                {data.asOf && !stale && <span>{t('report.asOf', { time: formatDateTime(data.asOf) })}</span>}
                <Button
                  type="text"
                  size="small"
                  icon={<ReloadOutlined spin={data.loading} />}
                  aria-label={t('report.refresh')}
                  onClick={data.refetch}
                />
              </footer>
            </section>
          </>
        )}
      </Page>
    </LitRowContext>
  );
}
