import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisOf } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useFrameTop } from '../../preferences/use-frame-top';
import { RowHighlight, RowHighlightContext } from '../row-highlight';
import { comparisonKey } from '../period/comparison';
import { usePageEdge, useNarrow } from '../use-window';
import type { ReportData, ReportRow } from './answer';
import { downloadQuery, type OwnDownload } from './download';
import { EmptyRows, SearchNote, SortNote } from './row-notes';
import { linkParameters, ownWidths } from './share-link';
import { approvedParts } from './approved';
import { APPROVED, ApprovedSwitch } from './approved-switch';
import { KeyMetrics } from './key-metrics';
import { ReportBlocks } from './report-blocks';
import { AsOfFoot, MediaNote } from './report-notes';
import { ReportFrame } from './report-frame';
import { ReportFilters } from './report-filters';
import type { MenuItem } from '../menu-button';
import type { NameColumn } from '../table/data-row';
import { ReportTable } from './report-table';
import { withDisplayedParts, searchRows, sortRows, visibleColumns, withoutEmpty } from './visible';
import { TableHead } from './table-head';
import type { ColumnPreset, ReportBlock, ReportColumn, ReportLead, ReportQuery } from './types';
import { withParameters } from '../address';
import type { AxisFilters } from './axes';
import { type ReportDefaults, type ReportState } from './url-state';
import { useReportLinks, useReportQuery, useReportState, type ReportControls } from './use-report-state';
import { useFolded, type Folded } from './use-folded';
import { useRowNames } from './use-row-names';
import { useSteadyData, useWatch } from './use-report-data';

/** Definition of a report screen; everything else is generic. */
export interface ReportDefinition {
  /** Name of the page in stored choices. */
  page: string;
  title: string;
  lead: string;
  /** REST path of the same analysis, for downloads. */
  restPath: string;
  defaults: ReportDefaults;
  /** Filters of axes that the user does not filter by. */
  scope?: AxisFilters;
  /** Queries the data; called as a hook. */
  useData: (query: ReportQuery, controls: ReportControls) => ReportData;
  /** Label for the report without any axis; undefined if it always needs one. */
  noAxis?: string;
  /** Columns, presets, key metrics and blocks, which may depend on the report's state; called as a hook. */
  useParts: (controls: ReportControls, data: ReportData) => ReportParts;
  /** Column of row trends for the sorted or else the first visible measure; called as a hook. */
  useRowTrend?: (
    visible: boolean,
    query: ReportQuery,
    column: ReportColumn | undefined,
    rows: readonly ReportRow[] | undefined,
  ) => NameColumn<ReportRow> | undefined;
  /** Whether it offers to count only approved conversions. */
  approvable?: boolean;
  /** Places to save the report to, beside a saved view; called as a hook. */
  useSaveChoices?: (view: SavedView) => SaveChoices;
  /** Further action before the common ones. */
  action?: ReactNode;
}

/** Visible state of a report, for saving it. */
export interface SavedView {
  state: ReportState;
  /** Keys of the visible columns. */
  columns: readonly string[];
  /** Chart in use, if the report has a choice. */
  chart?: string | undefined;
}

/** Entries of the menu that saves a report, and the dialog of the chosen one. */
export interface SaveChoices {
  readonly items?: readonly MenuItem[];
  readonly dialog?: ReactNode;
}

export interface ReportParts {
  columns: readonly ReportColumn[];
  presets: readonly ColumnPreset[];
  keyMetrics: readonly ReportColumn[];
  /** Charts above the table. */
  blocks: readonly ReportBlock[];
  /** Further choices in the filter bar. */
  bar?: ReactNode;
  /**
   * Totals that the key metrics compare in place of total and comparison period: the simulated total and the
   * original one.
   */
  keyTotals?: { total: ReportRow; previousTotal: ReportRow; label: string; compared: string } | undefined;
  /** Content between the key metrics and the charts. */
  panel?: (folded: Folded) => ReactNode;
  /** Columns between the axes and the metrics, such as an input column. */
  nameColumns?: readonly NameColumn<ReportRow>[] | undefined;
  /** Further controls above the table. */
  tableBar?: ReactNode;
  /** Content below the table. */
  tableNote?: ReactNode;
  /** Empty state if there are no rows and no filters. */
  empty?: ReactNode;
  /** Fixed colour of a row, the same on every screen. */
  colourOf?: ((row: { row: ReportRow }) => string | undefined) | undefined;
  /** Column before the axes. */
  lead?: ReportLead;
  /** Download options of this report only. */
  download?: OwnDownload;
}

const useNoTrend = (): undefined => undefined;
const useNoChoices = (): SaveChoices => ({});

/** Report: key metrics, charts and table over the same rows. All of its state is in the URL. */
export function ReportScreen({ report }: { report: ReportDefinition }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const controls = useReportState(report.page, report.defaults);
  const { state } = controls;
  const [highlight] = useState(() => new RowHighlight());
  const folded = useFolded(report.page);
  const narrow = useNarrow();
  const [bar, barHeight] = usePageEdge('bar', !narrow);

  const top = useFrameTop();
  const { days, query } = useReportQuery(report, state);
  const { data, answeredQuery, stale } = useSteadyData(report.useData(query, controls), query);
  const { axes, attributes } = answeredQuery;
  const backlog = useWatch(
    data.error && !data.rows ? undefined : data.watch,
    stale ? undefined : data.version,
  );
  const given = report.useParts(controls, data);
  const approved = report.approvable === true && state.approved;
  const parts = useMemo(() => (approved ? approvedParts(given, t) : given), [approved, given, t]);
  const { columns, presets, colourOf, lead } = parts;
  const { rows: dataRows, previousRows, onTopOf } = data;
  // Anything that needs all rows waits until they are loaded.
  const allRows = onTopOf === undefined ? dataRows : undefined;
  const selected = useMemo(
    () => visibleColumns(columns, presets, state.item, state.columns),
    [columns, presets, state.item, state.columns],
  );
  // Individually chosen columns stay visible even if empty.
  const filled = useMemo(
    () =>
      state.columns
        ? selected
        : withoutEmpty(selected, allRows ?? (dataRows && data.total && [...dataRows, data.total])),
    [selected, state.columns, allRows, dataRows, data.total],
  );
  const visible = useMemo(
    () => withDisplayedParts(state.empty ? selected : filled, allRows, previousRows ?? undefined),
    [state.empty, selected, filled, allRows, previousRows],
  );

  // The bar names the comparison days only if a visible column is compared with them.
  const comparedInstead =
    parts.keyTotals && visible.every(({ alone }) => alone) ? parts.keyTotals.compared : undefined;
  // Reading the logs again for each part of the table would be too slow.
  const offersTrend = report.useRowTrend && !state.axes.some((axis) => axisOf(axis).live);
  const hasTrend = offersTrend ? (state.trend ?? !narrow) : undefined;
  const trend = (report.useRowTrend ?? useNoTrend)(
    hasTrend === true,
    answeredQuery,
    visible.find(({ key, measure }) => measure && key === state.sort.key) ??
      visible.find(({ measure }) => measure),
    allRows,
  );
  const nameColumns = useMemo(
    () => [...(parts.nameColumns ?? []), ...(trend ? [trend] : [])],
    [parts.nameColumns, trend],
  );
  const { opens, opensEarlier, opensToday, opensBefore } = useReportLinks(query, axes, data, lead);
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
      sortRows({ rows: dataRows, previousRows }, axes, sortColumn, state.sort, (row) =>
        [lead?.textOf(row), names.whole(row, axes)].filter(Boolean).join(' '),
      ),
    [dataRows, previousRows, axes, sortColumn, state.sort, names, lead],
  );
  // Rows can't be searched while only the top rows are loaded.
  const rows = useMemo(
    () =>
      sorted &&
      (allRows || !state.search || undefined) &&
      searchRows(sorted, state.search, ({ name, row }) =>
        [name, ...attributes.map((axis) => names.attribute(row, axis) ?? '')].join(' '),
      ),
    [sorted, allRows, state.search, attributes, names],
  );
  const exportQuery = useCallback(() => {
    return downloadQuery(query, sort, visible, parts.download);
  }, [query, sort, visible, parts.download]);

  const open = useCallback(
    (key: string) => {
      const opened = rows?.find((row) => row.key === key);
      if (opened) controls.drillInto(opened.row);
    },
    [rows, controls],
  );

  const choices = (report.useSaveChoices ?? useNoChoices)({
    state,
    columns: selected.map(({ key }) => key),
  });

  const filtered = Object.keys(state.filters).length + state.figures.length > 0;
  return (
    <RowHighlightContext value={highlight}>
      <ReportFrame
        title={report.title}
        lead={report.lead}
        report={{ path: report.restPath, query: exportQuery }}
        address={() =>
          withParameters(
            linkParameters(new URLSearchParams(location.search), state, undefined),
            ownWidths(report.page, profile.userId),
          )
        }
        state={state}
        total={onTopOf ?? sorted?.length}
        exportable={Boolean(rows?.length)}
        stale={stale}
        action={report.action}
        choices={choices}
        bar={
          <ReportFilters
            controls={controls}
            days={days}
            narrow={narrow}
            noAxis={report.noAxis}
            compared={comparedInstead}
            figures={{ columns, excluded: stale ? undefined : data.excluded }}
          >
            {parts.bar}
            {report.approvable && (
              <ApprovedSwitch
                on={state.approved}
                onChange={(on) => controls.set({ [APPROVED]: on ? '1' : null })}
              />
            )}
          </ReportFilters>
        }
        barRef={bar}
        backlog={backlog}
        error={rows ? undefined : data.error}
        retry={data.refetch}
        clear={controls.clearConditions}
      >
        <KeyMetrics
          folded={folded.isFolded('keyMetrics')}
          columns={parts.keyMetrics}
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
        {parts.panel?.(folded)}
        {!folded.isFolded('charts') && (stale || sorted?.length !== 0) && (
          <ReportBlocks
            blocks={parts.blocks}
            rows={stale || !allRows ? undefined : rows}
            controls={controls}
            colourOf={colourOf}
            onOpen={open}
            opens={opens}
          />
        )}
        <section className="ic-card" aria-label={t('report.table')} aria-busy={data.loading}>
          <TableHead
            controls={controls}
            page={report.page}
            trend={hasTrend}
            all={columns}
            selected={selected}
            empty={selected.length - filled.length}
            presets={presets}
            folded={folded}
            hasCharts={parts.blocks.length > 0}
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
              excluded={data.excluded?.rows}
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
          <AsOfFoot asOf={stale ? undefined : data.asOf} loading={data.loading} onRefresh={data.refetch}>
            <MediaNote total={data.total} />
          </AsOfFoot>
        </section>
      </ReportFrame>
    </RowHighlightContext>
  );
}

/** Returns the screen of a report whose definition only depends on the language. */
export const reportScreen = (define: (t: TFunction) => ReportDefinition): ComponentType =>
  function DefinedReport() {
    const { t } = useTranslation();
    const report = useMemo(() => define(t), [t]);
    return <ReportScreen report={report} />;
  };
