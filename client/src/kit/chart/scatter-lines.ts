import type { ScatterConfig } from '@ant-design/charts';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';

/** Line through the origin where y / x is constant, for example 1 for a ROAS of 100 %. */
export interface TargetLine {
  readonly label: string;
  readonly ratio: number;
  /** Whether it divides profit from loss rather than being a target. */
  readonly even?: boolean;
}

/** Words of the quadrants around the averages: of little and much x, each above and below. */
export interface QuadrantWords {
  readonly littleHigh: string;
  readonly muchHigh: string;
  readonly littleLow: string;
  readonly muchLow: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns where a line leaves the plot: at its end or at its top. */
export function lineEnd(ratio: number, { x, y }: Point): Point {
  return ratio * x <= y ? { x, y: ratio * x } : { x: y / ratio, y };
}

/** Returns the mean of the points on both axes. */
export const meanPoint = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / Math.max(1, points.length),
  y: points.reduce((sum, point) => sum + point.y, 0) / Math.max(1, points.length),
});

const textStyle = (fill: string) => ({
  fill,
  fillOpacity: 1,
  fontSize: 11,
  fontFamily: fontFamily(),
});

type Annotations = NonNullable<ScatterConfig['annotations']>;

interface LinesOptions {
  points: readonly Point[];
  targetLines: readonly TargetLine[];
  quadrants: QuadrantWords | undefined;
  theme: ThemeName;
}

/** Marks behind the points: the averages with the words of their quadrants, and the lines of ratios. */
export function scatterLines({ points, targetLines, quadrants, theme }: LinesOptions): Annotations {
  const most = {
    x: Math.max(0, ...points.map(({ x }) => x)),
    y: Math.max(0, ...points.map(({ y }) => y)),
  };
  if (most.x === 0 || most.y === 0) return [];
  const palette = PALETTES[theme];
  const mean = meanPoint(points);
  const average = { stroke: palette.borderStrong, lineWidth: 1, lineDash: [2, 3], strokeOpacity: 1 };
  // In the corners, which the scales keep free of points.
  const word = (text: string, isEnd: boolean, isBelow: boolean) => ({
    type: 'text',
    style: {
      text,
      x: isEnd ? '100%' : '0%',
      y: isBelow ? '100%' : '0%',
      ...textStyle(palette.textMuted),
      textAlign: isEnd ? 'end' : 'start',
      textBaseline: isBelow ? 'bottom' : 'top',
      dx: isEnd ? -4 : 4,
      dy: isBelow ? -2 : 2,
    },
    tooltip: false,
  });
  const marks: object[] = [
    ...(quadrants && points.length > 3
      ? [
          { type: 'lineX', data: [mean.x], style: average, tooltip: false },
          { type: 'lineY', data: [mean.y], style: average, tooltip: false },
          word(quadrants.littleHigh, false, false),
          word(quadrants.muchHigh, true, false),
          word(quadrants.littleLow, false, true),
          word(quadrants.muchLow, true, true),
        ]
      : []),
    ...targetLines.map(({ label, ratio, even }) => {
      const end = lineEnd(ratio, most);
      const colour = even ? palette.textSecondary : palette.warning;
      return {
        type: 'line',
        data: [
          { x: 0, y: 0 },
          { ...end, label },
        ],
        encode: { x: 'x', y: 'y' },
        style: { stroke: colour, lineWidth: 1.25, strokeOpacity: 0.9, ...(even ? {} : { lineDash: [6, 4] }) },
        labels: [
          {
            text: ({ label: name }: { label?: string }) => name ?? '',
            selector: 'last',
            textAlign: 'end',
            dy: -8,
            dx: -4,
            ...textStyle(colour),
          },
        ],
        tooltip: false,
      };
    }),
  ];
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- marks of G2, whose types name every option of every mark
  return marks as Annotations;
}
