import { lazy, Suspense } from 'react';
import styles from './date-range.module.css';
import type { MonthPanelProps } from './month-panel';

/** Comes when a calendar is first opened: antd's panel is as large as a screen. */
const MonthPanel = lazy(() => import('./month-panel').then((module) => ({ default: module.MonthPanel })));

/** One month whose days can be chosen; its place is as large while the panel comes. */
export const MonthGrid = (props: MonthPanelProps) => (
  <Suspense fallback={<div className={styles.monthPlace} aria-busy />}>
    <MonthPanel {...props} />
  </Suspense>
);
