import { Spin } from 'antd';
import { useTranslation } from 'react-i18next';

/** Shown while a page's code arrives; waits a moment so that quick arrivals don't flicker. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div style={{ display: 'grid', placeItems: 'center', minHeight: 320 }} role="status" aria-label={t('common.loading')}>
      <Spin delay={200} />
    </div>
  );
}
