import { useTranslation } from 'react-i18next';
import { StateNote } from '../kit/states';

/** Placeholder for a route without a screen. */
export function UnderDevelopment() {
  const { t } = useTranslation();
  return <StateNote title={t('frame.underDevelopment')} page />;
}
