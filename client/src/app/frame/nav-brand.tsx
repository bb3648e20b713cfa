import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog';
import { ProductMark } from '../../kit/product-mark';
import styles from './navigation.module.css';

/** Mark and name of the product, leading home. */
export function NavBrand({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to={landingPath} className={styles.brand} aria-label={t('common.appName')}>
      <ProductMark />
      {!collapsed && <span>{t('common.appName')}</span>}
    </Link>
  );
}
