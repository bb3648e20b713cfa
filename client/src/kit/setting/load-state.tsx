import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../error-note';

/** Placeholder for content that is loading or failed to load. */
export function LoadState({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  if (!error) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <ErrorNote title={t('form.loadFailed')} hint={t('list.errorHint')} error={error} retry={retry} />;
}
