import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { headed } from '../../i18n/punctuation';
import { usePageEdge } from '../page-edges';
import type { EntityForm } from './use-entity-form';
import styles from './form.module.css';

/** Why a form is not saved, in one line; undefined while nothing speaks against it. */
export function useFailureLine({ form, messages, conflict }: EntityForm): string | undefined {
  const { t } = useTranslation();
  if (form.submitting) return undefined;
  if (conflict) return t('form.conflictTitle');
  const wrong = Object.keys(form.errors).length;
  if (form.failed && wrong > 0) return t('form.summary', { count: wrong });
  const [message] = messages;
  return message === undefined ? undefined : headed(t('form.notSaved'), message);
}

export interface FormFootProps {
  /** Save and cancel. */
  children: ReactNode;
  dirty: boolean;
  /** Why it is not saved; stands here too, because the foot is always in sight. */
  failure?: string | undefined;
}

/** The foot of a page's form, which stays in sight. */
export function FormFoot({ children, dirty, failure }: FormFootProps) {
  const { t } = useTranslation();
  const [foot] = usePageEdge('foot');
  return (
    <div ref={foot} className={styles.foot}>
      {children}
      {failure ? (
        <span className={styles.footFailure}>{failure}</span>
      ) : (
        dirty && <span className={styles.footNote}>{t('form.dirty')}</span>
      )}
    </div>
  );
}
