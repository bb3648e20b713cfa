import { Mix } from '@ant-design/charts';
import { useMemo } from 'react';
import { PALETTES } from '../../theme/tokens';
import { noteMarks, trendPlot, trendScale, type TrendChartProps } from './trend-plot';

/** Line chart over periods. The comparison period is dashed; incomplete periods have a hollow point. */
export function LineChart(props: TrendChartProps) {
  const { points, previous, bands = [], theme } = props;
  const config = useMemo(() => {
    const scale = trendScale(props);
    const { tooltip, xField, ...plot } = trendPlot(props, PALETTES[theme].normal);
    const line = { type: 'line', xField, yField: 'value', colorField: 'series', scale, tooltip };
    return {
      ...plot,
      children: [
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
        { ...line, data: [...points], style: { lineWidth: 2 } },
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
      ],
    };
  }, [props, points, previous, bands, theme]);
  return <Mix {...config} />;
}
