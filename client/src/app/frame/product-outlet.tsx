import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateNote } from '../../kit/states';

/** Explains why no product is shown: the user may not open the linked product, or has none. */
function ProductProblem() {
  const { t } = useTranslation();
  const { products } = useSession();
  if (products.length === 0) {
    return <StateNote title={t('frame.noProduct')} hint={t('frame.noProductHint')} />;
  }
  return (
    <StateNote
      tone="error"
      icon={<LockOutlined />}
      title={t('frame.noPermission')}
      hint={t('frame.noPermissionHint')}
    />
  );
}

/**
 * Logs and settings belong to one product: selected rows and started dialogs must not carry over to another
 * one.
 */
const OF_PRODUCT = /^\/(log|ad|analyze\/alert|config\/product)(\/|$)/;

/** Renders the page of the address for the active product. */
export function ProductOutlet() {
  const { productId } = useSession();
  const { pathname } = useLocation();
  if (productId === undefined) return <ProductProblem />;
  return <Outlet key={OF_PRODUCT.test(pathname) ? productId : undefined} />;
}
