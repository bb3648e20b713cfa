import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-screen.module.css';

/** The ways from a page of a log to others; what leads nowhere is absent. */
export interface PageStepsProps {
  first: (() => void) | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  last: (() => void) | undefined;
  /** Stands between the steps. */
  children?: ReactNode;
  /** Stands behind them. */
  end?: ReactNode;
}

/** First, previous, next and last page. */
export function PageSteps({ first, previous, next, last, children, end }: PageStepsProps) {
  const { t } = useTranslation();
  const step = (label: string, icon: ReactNode, run: (() => void) | undefined) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={!run}
      onClick={run}
    />
  );
  return (
    <nav className={styles.pages} aria-label={t('logs.pages')}>
      {step(t('logs.first'), <DoubleLeftOutlined />, first)}
      {step(t('logs.previous'), <LeftOutlined />, previous)}
      {children}
      {step(t('logs.next'), <RightOutlined />, next)}
      {step(t('logs.last'), <DoubleRightOutlined />, last)}
      {end}
    </nav>
  );
}
