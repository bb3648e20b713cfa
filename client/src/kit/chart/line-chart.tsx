import { Mix } from '@ant-design/charts';
import { useMemo } from 'react';
import { PALETTES } from '../../theme/tokens';
import {
  changeMarks,
  noteMarks,
  shadedMarks,
  trendPlot,
  trendScale,
  type TrendChartProps,
} from './trend-plot';

/** Returns the values between gaps, which no line reaches. */
function lonelyPoints(points: TrendChartProps['points']): TrendChartProps['points'] {
  return [...new Set(points.map(({ series }) => series))].flatMap((name) => {
    const line = points.filter(({ series }) => series === name);
    const isKnown = (at: number): boolean => (line[at]?.value ?? null) !== null;
    return line.filter(({ partial }, at) => isKnown(at) && !partial && !isKnown(at - 1) && !isKnown(at + 1));
  });
}

/** Share of a period left free beside its bar. */
const BAR_GAP = 0.4;

/** Line chart over periods, or bars if events are few. The comparison period is dashed; incomplete periods have a hollow point. */
export function LineChart(props: TrendChartProps) {
  const { points, previous, bands = [], theme, bars = false } = props;
  const config = useMemo(() => {
    const scale = trendScale(props);
    const { tooltip, xField, ...plot } = trendPlot(props, PALETTES[theme].normal);
    const line = { type: 'line', xField, yField: 'value', colorField: 'series', scale, tooltip };
    return {
      ...plot,
      ...(bars ? { scale: { ...plot.scale, x: { ...plot.scale.x, type: 'band', padding: BAR_GAP } } } : {}),
      children: [
        ...shadedMarks(props),
        ...(bands.length > 0
          ? [
              {
                type: 'area',
                xField,
                yField: ['low', 'high'],
                colorField: 'series',
                scale,
                data: [...bands],
                style: { fillOpacity: 0.16, lineWidth: 0 },
                tooltip: false,
              },
            ]
          : []),
        ...(previous.length > 0
          ? [{ ...line, data: [...previous], style: { lineWidth: 1.5, lineDash: [4, 4] } }]
          : []),
        bars
          ? { ...line, type: 'interval', data: [...points], style: { fillOpacity: 0.8 } }
          : { ...line, data: [...points], style: { lineWidth: 2 } },
        ...(bars
          ? []
          : [
              {
                type: 'point',
                xField,
                yField: 'value',
                colorField: 'series',
                shapeField: 'point',
                sizeField: 3,
                scale,
                data: lonelyPoints(points),
                tooltip: false,
              },
            ]),
        {
          type: 'point',
          xField,
          yField: 'value',
          colorField: 'series',
          sizeField: 3.5,
          scale,
          data: points.filter(({ partial, value }) => partial && value !== null),
          style: { fill: PALETTES[theme].surface, lineWidth: 2, fillOpacity: 1 },
          tooltip: false,
        },
        noteMarks(props, scale),
        ...changeMarks(props),
      ],
    };
  }, [props, points, previous, bands, theme, bars]);
  return <Mix {...config} />;
}
