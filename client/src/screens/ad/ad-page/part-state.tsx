import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../../kit/error-note';

export interface PartStateProps {
  /** True once the data is loaded. */
  ready: boolean;
  error: unknown;
  failed: string;
  retry: () => void;
  children: ReactNode;
}

/** Shows a section that loads its own data, or its loading or error state. */
export function PartState({ ready, error, failed, retry, children }: PartStateProps) {
  if (ready) return children;
  if (error) return <ErrorNote title={failed} of="report" error={error} retry={retry} />;
  return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
}
