import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { ProductProblem } from './product-problem';

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
