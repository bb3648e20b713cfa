import { lazy, Suspense } from 'react';
import styles from './date-range.module.css';
import type { MonthPanelProps } from './month-panel';

/** Loaded when a calendar first opens, because antd's panel is as large as a whole screen's code. */
const MonthPanel = lazy(() => import('./month-panel').then((module) => ({ default: module.MonthPanel })));

/** One month to choose days from. The placeholder has the same size while the panel loads. */
export const MonthGrid = (props: MonthPanelProps) => (
  <Suspense fallback={<div className={styles.monthPlace} aria-busy />}>
    <MonthPanel {...props} />
  </Suspense>
);
