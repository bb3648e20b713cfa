import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { ProductProblem } from './product-problem';

/** Logs and settings of one product: rows that were chosen there, and what was begun in a dialog, must not go along to another. */
const OF_PRODUCT = /^\/(log|ad|analyze\/alert|config\/product)(\/|$)/;

/** The page of the address, for the active product. */
export function ProductOutlet() {
  const { productId } = useSession();
  const { pathname } = useLocation();
  if (productId === undefined) return <ProductProblem />;
  return <Outlet key={OF_PRODUCT.test(pathname) ? productId : undefined} />;
}
