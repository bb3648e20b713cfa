import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../tokyo-date';

export interface AsOfFootProps {
  /** Its place, instead of a card's foot. */
  className?: string | undefined;
  /** Time of the data; undefined while it loads. */
  asOf: string | undefined;
  loading: boolean;
  onRefresh: () => void;
  /** Note before the time. */
  children?: ReactNode;
}

/** Foot of a report: the time of its data and a button that reads it again. */
export function AsOfFoot({
  className = 'ic-line-top ic-p-8-16',
  asOf,
  loading,
  onRefresh,
  children,
}: AsOfFootProps) {
  const { t } = useTranslation();
  return (
    <footer className={`ic-row ic-to-end ic-gap-4 ic-hint ic-figures ${className}`}>
      {children}
      {asOf !== undefined && <span>{t('report.asOf', { time: formatDateTime(asOf) })}</span>}
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined spin={loading} />}
        aria-label={t('report.refresh')}
        onClick={onRefresh}
      />
    </footer>
  );
}
