import { Bar as AntBar, type BarConfig } from '@ant-design/charts';
import { useMemo, useState } from 'react';
import { fontFamily } from '../../theme/font';
import { PALETTES, type ThemeName } from '../../theme/tokens';
import { metricText } from '../table/number-cell';
import { RowHighlight } from '../row-highlight';
import { nameAxis, PLOT_INSET, plotTheme, usePlotEvents, valueAxis } from './plot-style';

/** A bar of a waterfall: a total from zero, or a change from where the bar before ended. */
export interface WaterfallBar {
  readonly key: string | null;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'ours' | 'change' | 'unexplained' | 'reported';
}

interface WaterfallChartProps {
  bars: readonly WaterfallBar[];
  theme: ThemeName;
  height: number;
  narrow: boolean;
  onOpen: (key: string) => void;
}

const isTotal = ({ kind }: WaterfallBar): boolean => kind === 'ours' || kind === 'reported';

/** Waterfall of counts, drawn as floating horizontal bars. A click opens the rows of a bar. */
export function WaterfallChart({ bars, theme, height, narrow, onOpen }: WaterfallChartProps) {
  const [highlight] = useState(() => new RowHighlight());
  const onReady = usePlotEvents(bars, highlight, onOpen);
  const config = useMemo<BarConfig>(() => {
    const palette = PALETTES[theme];
    const colourOf = ({ kind, from, to }: WaterfallBar): string => {
      if (kind === 'ours') return palette.normal;
      if (kind === 'reported') return palette.primary;
      if (kind === 'unexplained') return palette.warning;
      return to < from ? palette.error : palette.success;
    };
    const textOf = (bar: WaterfallBar): string => {
      const value = isTotal(bar) ? bar.to : bar.to - bar.from;
      const text = metricText(value, {
        unit: 'number',
        decimals: Number.isInteger(value) ? 0 : 2,
        showZero: true,
      });
      return !isTotal(bar) && value > 0 ? `+${text}` : text;
    };
    return {
      data: bars.map((bar) => ({
        ...bar,
        low: Math.min(bar.from, bar.to),
        high: Math.max(bar.from, bar.to),
      })),
      xField: 'name',
      yField: ['low', 'high'],
      height,
      theme: plotTheme(theme),
      viewStyle: { viewFill: 'transparent' },
      ...PLOT_INSET,
      scale: { x: { padding: 0.35 }, y: { nice: true, domainMin: 0 } },
      style: { maxWidth: 20, cursor: 'pointer', fill: colourOf, radius: 2, minHeight: 2 },
      axis: {
        x: nameAxis(
          theme,
          narrow,
          bars.map(({ name }) => name),
        ),
        y: valueAxis(theme, 'count'),
      },
      legend: false,
      label: {
        text: textOf,
        position: 'right',
        textAlign: 'start',
        dx: 4,
        fill: palette.textSecondary,
        fillOpacity: 1,
        fontSize: 11,
        fontFamily: fontFamily(),
      },
      tooltip: {
        title: 'name',
        items: [(bar: WaterfallBar) => ({ name: bar.name, value: textOf(bar) })],
      },
      interaction: { elementHighlight: { background: false } },
      animate: false,
      onReady,
    };
  }, [bars, theme, height, narrow, onReady]);
  return <AntBar {...config} />;
}
