import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateNote } from '../../kit/states';
import { useSession } from '../../session/session-context';

/** Explains why no product is shown: the user may not open the linked product, or has none. */
export function ProductProblem() {
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
