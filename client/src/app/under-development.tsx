import { useTranslation } from 'react-i18next';
import { StateNote } from '../kit/states';

/** In place of a route that stands in the catalogue before its screen is there. */
export function UnderDevelopment() {
  const { t } = useTranslation();
  return <StateNote title={t('frame.underDevelopment')} page />;
}
