import { AppstoreOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-context';
import styles from './frame.module.css';

/** Chooses the product that every page is about. */
export function ProductSwitcher() {
  const { t } = useTranslation();
  const { products, productId, chooseProduct } = useSession();
  return (
    <Select
      className={styles.product}
      aria-label={t('frame.product')}
      placeholder={t('frame.chooseProduct')}
      value={productId ?? null}
      prefix={<AppstoreOutlined className={styles.productIcon} />}
      options={products.map(({ id, label }) => ({ value: id, label }))}
      showSearch={products.length > 8 ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
      notFoundContent={t('frame.noProduct')}
      onChange={(id) => id !== null && chooseProduct(id)}
    />
  );
}
