import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog';
import { ProductMark } from '../../kit/product-mark';
import styles from './navigation.module.css';

/** Product mark and name, linked to the landing page. */
export function NavBrand({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to={landingPath}
      className={`ic-row ic-rigid ic-gap-8 ic-nowrap ${styles.brand}`}
      aria-label={t('common.appName')}
    >
      <ProductMark />
      {!collapsed && <span>{t('common.appName')}</span>}
    </Link>
  );
}
