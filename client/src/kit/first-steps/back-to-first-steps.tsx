import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog/menus';
import { useCameFrom } from '../came-from';
import { useFirstSteps } from './use-first-steps';

/** The way back to the first steps, for whoever was led from there, while they are of use. */
export function BackToFirstSteps() {
  const { t } = useTranslation();
  const { to } = useCameFrom('');
  const { wanted, closed } = useFirstSteps();
  const [path] = to.split('?', 1);
  if (path !== landingPath || !wanted || closed) return null;
  return (
    <p>
      <Link to={to}>{t('form.toFirstSteps')}</Link>
    </p>
  );
}
