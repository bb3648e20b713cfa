import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../../kit/error-note';

export interface PartStateProps {
  /** Whether there is something to show. */
  ready: boolean;
  error: unknown;
  failed: string;
  retry: () => void;
  children: ReactNode;
}

/** A part of the page that asks by itself: on its way, failed, or there. */
export function PartState({ ready, error, failed, retry, children }: PartStateProps) {
  const { t } = useTranslation();
  if (ready) return children;
  if (error) return <ErrorNote title={failed} hint={t('report.errorHint')} error={error} retry={retry} />;
  return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
}
