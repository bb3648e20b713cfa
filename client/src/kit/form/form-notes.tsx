import { useEffect, type RefObject, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckCircleFilled } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../shared/catalog/menus';
import { usePageOrigin } from '../page-origin';
import { useFirstSteps } from '../first-steps/use-first-steps';
import { withHeading } from '../../i18n/punctuation';
import { usePageEdge } from '../use-window';
import type { EntityForm } from './use-entity-form';
import styles from './form.module.css';

/** Scrolls a note into view and focuses it whenever its content changes. */
export function useRevealNote(place: RefObject<HTMLElement | null>, news: unknown): void {
  useEffect(() => {
    if (!news) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [place, news]);
}

/** Note that the form's input was restored after the session ended and is not saved. */
export function RestoredNote() {
  const { t } = useTranslation();
  return (
    <p className="ic-rounded ic-p-12-16 ic-toned ic-tone-primary" role="status">
      {t('form.restored')}
    </p>
  );
}

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

/** Returns in one line why the form is not saved; undefined if there is no error. */
export function useFailureLine({ form, messages, conflict }: EntityForm): string | undefined {
  const { t } = useTranslation();
  if (form.submitting) return undefined;
  if (conflict) return t('form.conflictTitle');
  const wrong = Object.keys(form.errors).length;
  if (form.failed && wrong > 0) return t('form.summary', { count: wrong });
  const [message] = messages;
  return message === undefined ? undefined : withHeading(t('form.notSaved'), message);
}

export interface FormFootProps {
  /** Save and cancel buttons. */
  children: ReactNode;
  dirty: boolean;
  /** Reason why the form is not saved; repeated here because the footer is always visible. */
  failure?: string | undefined;
}

/** Sticky footer of a page's form. */
export function FormFoot({ children, dirty, failure }: FormFootProps) {
  const { t } = useTranslation();
  const [foot] = usePageEdge('foot');
  return (
    <div ref={foot} className={`ic-row ic-gap-12 ic-rounded ${styles.foot}`}>
      {children}
      {failure ? (
        <span className={`ic-error ic-text-13 ic-strong ${styles.footFailure}`}>{failure}</span>
      ) : (
        dirty && <span className="ic-note">{t('form.dirty')}</span>
      )}
    </div>
  );
}
