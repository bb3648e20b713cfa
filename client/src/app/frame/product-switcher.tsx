import { AppstoreOutlined, DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../kit/menu-button';
import { useSession } from '../../session/session-context';
import styles from './frame.module.css';

/**
 * Menu that changes the active product.
 * @param bare shows only the icon
 */
export function ProductSwitcher({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation();
  const { products, productId, chooseProduct } = useSession();
  const current = products.find(({ id }) => id === productId);
  return (
    <MenuButton
      type={bare ? 'text' : 'default'}
      placement={bare ? 'bottomRight' : 'bottomLeft'}
      className={bare ? undefined : styles.product}
      label={`${t('frame.product')}: ${current?.label ?? t('frame.chooseProduct')}`}
      icon={<AppstoreOutlined className="ic-muted" />}
      selected={String(productId ?? '')}
      items={products.map(({ id, label }) => ({ key: String(id), label, onSelect: () => chooseProduct(id) }))}
    >
      {!bare && (
        <span className="ic-fill ic-ellipsis ic-start">{current?.label ?? t('frame.chooseProduct')}</span>
      )}
      {!bare && <DownOutlined className="ic-muted ic-text-11" />}
    </MenuButton>
  );
}
