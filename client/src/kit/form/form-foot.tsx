import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../../i18n/punctuation';
import { usePageEdge } from '../page-edges';
import type { EntityForm } from './use-entity-form';
import styles from './form.module.css';

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
