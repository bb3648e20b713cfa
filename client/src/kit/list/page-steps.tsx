import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Navigation from a page of a log; unavailable steps are undefined. */
export interface PageStepsProps {
  first: (() => void) | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  last: (() => void) | undefined;
  /** Content between the steps. */
  children?: ReactNode;
  /** Content after the steps. */
  end?: ReactNode;
}

/** Buttons for the first, previous, next and last page. */
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
    <nav className="ic-row ic-wrap ic-gap-4" aria-label={t('logs.pages')}>
      {step(t('logs.first'), <DoubleLeftOutlined />, first)}
      {step(t('logs.previous'), <LeftOutlined />, previous)}
      {children}
      {step(t('logs.next'), <RightOutlined />, next)}
      {step(t('logs.last'), <DoubleRightOutlined />, last)}
      {end}
    </nav>
  );
}
