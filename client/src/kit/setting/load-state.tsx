import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorNote, type ErrorNoteProps } from '../error-note';

/** Placeholder for content that is loading or failed to load. */
export function LoadState({ rows = 8, ...note }: ErrorNoteProps & { rows?: number }) {
  const { t } = useTranslation();
  if (!note.error) return <Skeleton active paragraph={{ rows }} />;
  return <ErrorNote title={t('form.loadFailed')} {...note} />;
}
