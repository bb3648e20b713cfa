import { useTranslation } from 'react-i18next';
import { joinList } from '../../../i18n/punctuation';
import { useSession } from '../../../session/session-context';

/** Names of the products that a user can open. */
export function ProductNames({ all, ids }: { all: boolean; ids: readonly number[] }) {
  const { t } = useTranslation();
  const { products } = useSession();
  if (all) return <>{t('settings.user.allProducts')}</>;
  return <>{joinList(ids.map((id) => products.find((product) => product.id === id)?.label ?? `#${id}`))}</>;
}
