import { Mix } from '@ant-design/charts';
import { useMemo } from 'react';
import { PALETTES } from '../../theme/tokens';
import { noteMarks, trendPlot, trendScale, type TrendChartProps } from './trend-plot';

/**
 * Stacked areas over periods. The total of the comparison period is dashed; incomplete periods have a hollow
 * point.
 */
export function StackedChart(props: TrendChartProps) {
  const { points, previous, theme } = props;
  const config = useMemo(() => {
    const palette = PALETTES[theme];
    const scale = trendScale(props);
    const { tooltip, xField, ...plot } = trendPlot(props, palette.text);
    const wholes = new Map<string, number>();
    for (const { period, value, partial } of points)
      if (partial) wholes.set(period, (wholes.get(period) ?? 0) + (value ?? 0));
    return {
      ...plot,
      children: [
        {
          type: 'area',
          xField,
          yField: 'value',
          colorField: 'series',
          stack: true,
          scale,
          data: points.map((point) => ({ ...point, value: point.value ?? 0 })),
          style: { fillOpacity: 0.78 },
          tooltip,
        },
        ...(previous.length > 0
          ? [
              {
                type: 'line',
                xField,
                yField: 'value',
                colorField: 'series',
                data: [...previous],
                style: { lineWidth: 1.5, lineDash: [4, 4] },
                scale,
                tooltip,
              },
            ]
          : []),
        {
          type: 'point',
          xField,
          yField: 'value',
          sizeField: 3.5,
          scale,
          data: [...wholes].map(([period, value]) => ({ period, value })),
          style: { fill: palette.surface, stroke: palette.text, lineWidth: 2, fillOpacity: 1 },
          tooltip: false,
        },
        noteMarks(props, scale),
      ],
    };
  }, [props, points, previous, theme]);
  return <Mix {...config} />;
}
