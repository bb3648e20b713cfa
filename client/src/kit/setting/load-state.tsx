import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../error-note';

/** Placeholder for content that is loading or failed to load. */
export function LoadState({ error, retry, rows = 8 }: { error: unknown; retry: () => void; rows?: number }) {
  const { t } = useTranslation();
  if (!error) return <Skeleton active paragraph={{ rows }} />;
  return <ErrorNote title={t('form.loadFailed')} error={error} retry={retry} />;
}
