import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../error-note';

/** What stands where something is not there yet, or could not be loaded. */
export function LoadState({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  if (!error) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <ErrorNote title={t('form.loadFailed')} hint={t('list.errorHint')} error={error} retry={retry} />;
}
