import { Skeleton } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { chartBars, MOST_POINTS, type Bar } from '../chart/chart-rows';
import { useLitRow } from '../chart/lit-row';
import { plotText } from '../chart/plot-style';
import styles from './report-chart.module.css';
import type { ShownRow } from './shown-rows';
import type { ReportColumn, SidePanel as Panel } from './types';

const BarChart = lazy(() => import('../chart/bar-chart').then((module) => ({ default: module.BarChart })));
const ScatterChart = lazy(() => import('../chart/scatter-chart').then((module) => ({ default: module.ScatterChart })));

const SKELETON_HEIGHT = 300;
const WAITING = <Skeleton.Node active style={{ width: '100%', height: SKELETON_HEIGHT }} />;

export interface SidePanelProps {
  panel: Panel;
  rows: readonly ShownRow[] | undefined;
  colourOf?: ((row: ShownRow) => string | undefined) | undefined;
  onOpen: (key: string) => void;
}

/** A second view of the same rows beside the chart. */
export function SidePanel({ panel, rows, colourOf, onOpen }: SidePanelProps) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const lit = useLitRow();
  const spoken = t('report.chartText', { measure: panel.title, rows: spokenRows(panel, rows ?? []) });
  return (
    <section className={styles.card} aria-label={panel.title}>
      <header className={styles.header}>
        <h2 className={styles.title}>{panel.title}</h2>
        <span className={styles.hint}>
          {panel.hint}
          {panel.kind === 'scatter' && (rows?.length ?? 0) > MOST_POINTS && `　${t('report.largestPoints', { count: MOST_POINTS })}`}
        </span>
      </header>
      <div className={styles.plot} role="img" aria-label={spoken}>
        {rows ? (
          <Suspense fallback={WAITING}>
            {panel.kind === 'scatter' ? (
              <ScatterChart rows={rows} {...panel} theme={theme} lit={lit} colourOf={colourOf} onOpen={onOpen} />
            ) : (
              <DifferenceChart column={panel.column} rows={rows} onOpen={onOpen} />
            )}
          </Suspense>
        ) : (
          WAITING
        )}
      </div>
    </section>
  );
}

/** Differences as bars to both sides, largest first, coloured by whether they are good for the measure. */
function DifferenceChart(props: { column: ReportColumn; rows: readonly ShownRow[]; onOpen: (key: string) => void }) {
  const { column, rows, onOpen } = props;
  const theme = useThemeName();
  const lit = useLitRow();
  const bars = useMemo(
    () => chartBars(rows, [{ key: column.key, label: column.title, colour: 'primary', value: column.value }], undefined),
    [rows, column],
  );
  const series = useMemo(() => [{ label: column.title, colour: PALETTES[theme].primary }], [column, theme]);
  const colourOf = useMemo(() => {
    const { success, error } = PALETTES[theme];
    return (bar: Bar) => (bar.value > 0 === (column.direction !== 'down') ? success : error);
  }, [theme, column]);
  return (
    <BarChart bars={bars} series={series} unit={column.unit} theme={theme} lit={lit} colourOf={colourOf} signed onOpen={onOpen} />
  );
}

function spokenRows(panel: Panel, rows: readonly ShownRow[]): string {
  const columns = panel.kind === 'scatter' ? [panel.x, panel.y] : [panel.column];
  return rows
    .slice(0, 8)
    .map(({ name, row }) => `${name} ${columns.map((column) => plotText(column.value(row) ?? 0, column.unit)).join(' ')}`)
    .join('、');
}
