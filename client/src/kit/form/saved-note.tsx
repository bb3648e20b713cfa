import { CheckCircleFilled } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog/menus';
import { usePageOrigin } from '../page-origin';
import { useFirstSteps } from '../first-steps/use-first-steps';

/** Link back to the first steps for a user who came from there, while they are still needed. */
function BackToFirstSteps() {
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

/**
 * Whether the focus is on nothing, on a disabled button or on the heading of the page: saving has removed or
 * disabled the focused element.
 */
const focusIsLost = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled, h1');

/** Confirms a save and offers the next step. Takes the focus if saving has lost it. */
export function SavedNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise here, which must not become the effect's cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' });
    if (focusIsLost()) place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={place}
      className="ic-stack ic-gap-8 ic-rounded ic-p-16-20 ic-toned ic-tone-success"
      role="status"
      tabIndex={-1}
    >
      <p className="ic-row ic-gap-8 ic-success ic-strong">
        <CheckCircleFilled />
        {t('form.saved')}
      </p>
      <div className="ic-stack ic-align-start ic-gap-12">
        {children}
        <BackToFirstSteps />
      </div>
    </div>
  );
}
