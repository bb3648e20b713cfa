import { Scatter, type ScatterConfig } from '@ant-design/charts';
import { useMemo, useRef } from 'react';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { metricText } from '../table/number-cell';
import type { MetricColumn } from '../table/measure-column';
import { MAX_POINTS, type ChartRow } from './chart-rows';
import type { RowHighlight } from '../row-highlight';
import { useElementWidth } from '../use-window';
import { usePlotEvents, PLOT_INSET, plotTheme, valueAxis } from './plot-style';
import { scatterLines, type QuadrantWords, type TargetLine } from './scatter-lines';
import {
  isNameLeft,
  LARGEST_POINT,
  NAME_GAP,
  pointsToName,
  NAME_SIZE,
  roomForNames,
  shortenNames,
} from './names';

/** Shares of the chart left free at its edges, for the words of the quadrants and to keep points off the axis. */
const ACROSS = 0.04;
const UP = 0.12;

export interface ScatterChartProps<Row> {
  rows: readonly ChartRow<Row>[];
  x: MetricColumn<Row>;
  y: MetricColumn<Row>;
  size: MetricColumn<Row>;
  theme: ThemeName;
  height: number;
  highlight: RowHighlight;
  colourOf?: ((row: ChartRow<Row>) => string | undefined) | undefined;
  /** Lines of ratios of y to x, and words of the quadrants around the averages. */
  targetLines?: readonly TargetLine[] | undefined;
  quadrants?: QuadrantWords | undefined;
  onOpen: (key: string) => void;
}

const NO_LINES: readonly TargetLine[] = [];

interface Point {
  key: string;
  name: string;
  x: number;
  y: number;
  size: number;
  named: boolean;
  colour: string;
}

/** Returns the points farthest from zero, weighing both metrics equally; all points if there are few. */
function farthestPoints(points: readonly Point[]): readonly Point[] {
  if (points.length <= MAX_POINTS) return points;
  const [most, highest] = points.reduce(
    ([x, y], point) => [Math.max(x, Math.abs(point.x)), Math.max(y, Math.abs(point.y))],
    [1, 1],
  );
  const distance = (point: Point): number => Math.abs(point.x) / most + Math.abs(point.y) / highest;
  return [...points].sort((a, b) => distance(b) - distance(a)).slice(0, MAX_POINTS);
}

/** Rows as points: one metric against another, a third as the point size. */
export function ScatterChart<Row>({
  rows,
  x,
  y,
  size,
  theme,
  height,
  highlight,
  colourOf,
  targetLines = NO_LINES,
  quadrants,
  onOpen,
}: ScatterChartProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const room = useMemo(() => roomForNames(width), [width]);
  const points = useMemo<Point[]>(() => {
    const all = rows.flatMap((chartRow) => {
      const [across, up] = [x.value(chartRow.row), y.value(chartRow.row)];
      if (across === null || up === null || (across === 0 && up === 0)) return [];
      const colour = colourOf?.(chartRow) ?? PALETTES[theme].primary;
      return [
        {
          key: chartRow.key,
          name: chartRow.name,
          x: across,
          y: up,
          size: size.value(chartRow.row) ?? 0,
          named: false,
          colour,
        },
      ];
    });
    const points = farthestPoints(all);
    const named = pointsToName(points, room.reach);
    return points.map((point) => ({ ...point, named: named.has(point.key) }));
  }, [rows, x, y, size, theme, room, colourOf]);
  const onReady = usePlotEvents(points, highlight, onOpen);

  const config = useMemo<ScatterConfig>(() => {
    const short = shortenNames(
      points.flatMap(({ name, named }) => (named ? [name] : [])),
      room.glyphs,
    );
    const across = Math.max(...points.map((point) => point.x), 0);
    return {
      data: points.map((point) => ({ ...point })),
      annotations: scatterLines({ points, targetLines, quadrants, theme }),
      xField: 'x',
      yField: 'y',
      sizeField: 'size',
      shapeField: 'point',
      height,
      theme: plotTheme(theme),
      viewStyle: { viewFill: 'transparent' },
      ...PLOT_INSET,
      scale: {
        size: { type: 'sqrt', range: [4, LARGEST_POINT] },
        x: { nice: true, domainMin: 0, range: [ACROSS, 1 - ACROSS] },
        y: { nice: true, domainMin: 0, range: [1 - UP, UP] },
      },
      style: {
        fill: (point: Point) => point.colour,
        fillOpacity: 0.72,
        stroke: PALETTES[theme].surface,
        lineWidth: 1,
        cursor: 'pointer',
      },
      state: { active: { fillOpacity: 1 }, inactive: { opacity: 0.3 } },
      axis: { x: valueAxis(theme, x.unit), y: valueAxis(theme, y.unit) },
      legend: false,
      label: {
        text: (point: Point) => (point.named ? short(point.name) : ''),
        // Places names on the side with more room.
        position: 'inside',
        textAlign: (point: Point) => (isNameLeft(point, across) ? 'end' : 'start'),
        dx: (point: Point) => (isNameLeft(point, across) ? -NAME_GAP : NAME_GAP),
        fill: PALETTES[theme].textSecondary,
        fillOpacity: 1,
        fontSize: NAME_SIZE,
        fontFamily: fontFamily(),
        transform: [{ type: 'overlapHide' }],
      },
      tooltip: {
        title: 'name',
        items: [
          (point: Point) => ({ name: x.title, value: metricText(point.x, { unit: x.unit, showZero: true }) }),
          (point: Point) => ({ name: y.title, value: metricText(point.y, { unit: y.unit, showZero: true }) }),
          (point: Point) => ({
            name: size.title,
            value: metricText(point.size, { unit: size.unit, showZero: true }),
          }),
        ],
      },
      interaction: { elementHighlight: true },
      animate: false,
      onReady,
    };
  }, [points, theme, height, room, x, y, size, targetLines, quadrants, onReady]);
  return <div ref={box}>{width > 0 && <Scatter {...config} />}</div>;
}
