import { ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useCallback, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { previousPeriod } from '../../../../shared/domain/calendar';
import { formatDateTime } from '../../../../shared/format';
import { useProductId } from '../../session/session-context';
import { SIZES } from '../../theme/tokens';
import { requestIdOf } from '../errors';
import { Page } from '../page';
import { ErrorNote, StateNote } from '../states';
import { useMediaQuery } from '../use-media-query';
import { ColumnChooser } from '../columns/column-chooser';
import { downloadQuery } from './download';
import { DrillBar } from './drill-bar';
import { filtersWithPath } from './drill';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { KeyFigures } from './key-figures';
import { LitRow, LitRowContext } from '../chart/lit-row';
import { rangeOf, tokyoToday } from '../period/period';
import { ReportChart } from './report-chart';
import styles from './report-screen.module.css';
import { ReportTable } from './report-table';
import { shownRows, type ShownRow } from './shown-rows';
import { SidePanel } from './side-panel';
import type { ColumnPreset, ReportChart as Chart, ReportColumn, ReportData, ReportQuery, SidePanel as Panel } from './types';
import type { ReportDefaults } from './url-state';
import { useElementHeight } from '../use-element-height';
import { useReportState, type ReportControls } from './use-report-state';
import { useSteadyData } from './use-steady-data';
import { useRowNames } from './use-row-names';
import { visibleColumns } from './visible-columns';

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
  useData: (query: ReportQuery) => ReportData;
  /** Columns, presets, key figures and charts, which may depend on the report's state. */
  useParts: (controls: ReportControls, data: ReportData) => ReportParts;
}

export interface ReportParts {
  columns: readonly ReportColumn[];
  presets: readonly ColumnPreset[];
  keyFigures: readonly ReportColumn[];
  charts: readonly Chart[];
  /** A second view of the rows, beside the chart. */
  side?: Panel | undefined;
  /** Further choices in the filter bar. */
  bar?: ReactNode;
  /** Further choices at the head of the table. */
  tableBar?: ReactNode;
  /** A fixed colour of a row, the same on every screen. */
  colourOf?: ((row: ShownRow) => string | undefined) | undefined;
}

const NO_SWATCH = (): undefined => undefined;

/** A report: key figures, chart and table over the same rows, all of its state in the address. */
export function ReportScreen({ report }: { report: ReportDefinition }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const controls = useReportState(report.page, report.defaults);
  const { state } = controls;
  const [lit] = useState(() => new LitRow());
  const bar = useRef<HTMLDivElement>(null);
  const barHeight = useElementHeight(bar);
  const narrow = useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);

  const query = useMemo<ReportQuery>(() => {
    const range = rangeOf(state.period, tokyoToday());
    return {
      productId,
      ...range,
      previous: state.compare ? previousPeriod(range) : undefined,
      axes: state.axes,
      filters: filtersWithPath(state.filters, state.path),
      model: state.model,
      evaluation: state.evaluation,
    };
  }, [productId, state.period, state.compare, state.axes, state.filters, state.path, state.model, state.evaluation]);
  const { data, axes } = useSteadyData(report.useData(query), query);
  const parts = report.useParts(controls, data);
  const { columns, presets, colourOf } = parts;
  const visible = useMemo(
    () => visibleColumns(columns, presets, state.item, state.columns),
    [columns, presets, state.item, state.columns],
  );

  const names = useRowNames();
  const sortColumn = columns.find(({ key }) => key === state.sort.key) ?? visible[0];
  const { rows: dataRows, previousRows } = data;
  const rows = useMemo(
    () =>
      dataRows &&
      shownRows({ rows: dataRows, previousRows }, axes, sortColumn, state.sort, (row) => names.whole(row, axes)),
    [dataRows, previousRows, axes, sortColumn, state.sort, names],
  );
  // Figures first: charts are drawn when the table stands.
  const drawnRows = useDeferredValue(rows);
  const exportQuery = useCallback(
    () => {
      const sort = { ...state.sort, key: sortColumn?.key ?? state.sort.key };
      return downloadQuery(query, sort, visible.map(({ key }) => key));
    },
    [query, state.sort, sortColumn, visible],
  );

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
        actions={<ExportButton path={report.restPath} query={exportQuery} disabled={!rows?.length} />}
      >
        <div ref={bar} className={styles.bar}>
          <FilterBar controls={controls}>{parts.bar}</FilterBar>
        </div>
        {data.error && !rows ? (
          <div className={styles.card}>
            <ErrorNote
              title={t('report.errorTitle')}
              hint={t('report.errorHint')}
              requestId={requestIdOf(data.error)}
              retry={data.refetch}
            />
          </div>
        ) : (
          <>
            <KeyFigures
              columns={parts.keyFigures}
              total={data.total}
              previousTotal={data.previousTotal}
              compared={state.compare}
            />
            {rows?.length !== 0 && (
              <div className={parts.side ? styles.charts : undefined}>
                <ReportChart rows={drawnRows} charts={parts.charts} controls={controls} colourOf={colourOf} onOpen={open} />
                {parts.side && <SidePanel panel={parts.side} rows={drawnRows} colourOf={colourOf} onOpen={open} />}
              </div>
            )}
            <section className={styles.card} aria-label={t('report.table')} aria-busy={data.loading}>
              <header className={styles.tableHeader}>
                {state.path.length > 0 ? <DrillBar controls={controls} /> : <h2 className={styles.title}>{t('report.table')}</h2>}
                <div className={styles.tableActions}>
                  {parts.tableBar}
                  <ColumnChooser
                    all={columns}
                    visible={visible}
                    presets={presets}
                    item={state.columns ? '0' : state.item}
                    onChange={controls.setColumns}
                  />
                </div>
              </header>
              {!rows && <Skeleton active title={false} paragraph={{ rows: 9, width: '100%' }} className={styles.skeleton} />}
              {rows?.length === 0 && (
                <StateNote
                  title={t('report.emptyTitle')}
                  hint={t('report.emptyHint')}
                  action={filtered && <Button onClick={controls.clearFilters}>{t('report.emptyReset')}</Button>}
                />
              )}
              {rows && rows.length > 0 && (
                <div className={data.loading ? styles.stale : undefined}>
                  <ReportTable
                    rows={rows}
                    total={data.total}
                    previousTotal={data.previousTotal}
                    axes={axes}
                    columns={visible}
                    controls={controls}
                    compared={state.compare}
                    offsetTop={SIZES.navbarHeight + (narrow ? 0 : barHeight)}
                    swatchOf={colourOf ?? NO_SWATCH}
                    page={report.page}
                  />
                </div>
              )}
              <footer className={styles.foot}>
                {data.asOf && <span>{t('report.asOf', { time: formatDateTime(Date.parse(data.asOf)) })}</span>}
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
