import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog/menus';
import { usePageOrigin } from '../page-origin';
import { useFirstSteps } from './use-first-steps';

/** Link back to the first steps for a user who came from there, while they are still needed. */
export function BackToFirstSteps() {
  const { t } = useTranslation();
  const { to } = usePageOrigin('');
  const { isNeeded, closed } = useFirstSteps();
  const [path] = to.split('?', 1);
  if (path !== landingPath || !isNeeded || closed) return null;
  return (
    <p>
      <Link to={to}>{t('form.toFirstSteps')}</Link>
    </p>
  );
}
