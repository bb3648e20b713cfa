import { lazy } from 'react';

const bars = () => import('../chart/bar-chart');
const line = () => import('../chart/line-chart');
const stacked = () => import('../chart/stacked-chart');
const scatter = () => import('../chart/scatter-chart');

export const BarChart = lazy(() => bars().then((module) => ({ default: module.BarChart })));
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- `lazy` drops the type parameter of a component
export const ScatterChart = lazy(() =>
  scatter().then((module) => ({ default: module.ScatterChart })),
) as typeof import('../chart/scatter-chart').ScatterChart;
export const LineChart = lazy(() => line().then((module) => ({ default: module.LineChart })));
export const StackedChart = lazy(() => stacked().then((module) => ({ default: module.StackedChart })));

/**
 * Preloads the charts after the page is painted, because running their code would delay the paint. A failure
 * shows when a chart is drawn.
 */
export const loadCharts = (): void => {
  requestAnimationFrame(() =>
    setTimeout(() => void Promise.allSettled([bars(), scatter(), line(), stacked()])),
  );
};
