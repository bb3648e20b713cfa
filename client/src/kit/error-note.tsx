import { useTranslation } from 'react-i18next';
import { headed } from '../i18n/punctuation';
import { failureName, requestIdOf } from './errors';
import { PlainButton } from './plain-button';
import { StateNote } from './states';
import styles from './states.module.css';

export interface ErrorNoteProps {
  /** What could not be done; stands above, unless the catalogue of errors has a name for the failure. */
  title: string;
  /** What is safe, and what to do. */
  hint: string;
  /** What was thrown: its name and the id to quote are read from it. */
  error?: unknown;
  retry?: () => void;
}

/** A failure in place of what could not be loaded: its name, what it means, the id to quote, the way to try again. */
export function ErrorNote({ title, hint, error, retry }: ErrorNoteProps) {
  const { t } = useTranslation();
  const name = failureName(error);
  const requestId = requestIdOf(error);
  return (
    <StateNote
      tone="error"
      title={name ?? title}
      hint={
        <>
          {name && <p>{title}</p>}
          <p>{hint}</p>
          {requestId && (
            <>
              <p>{t('common.quoteId')}</p>
              <p className={styles.id}>
                {headed(t('common.requestId'), '')}
                <code>{requestId}</code>
              </p>
            </>
          )}
        </>
      }
      action={retry && <PlainButton onClick={retry}>{t('common.retry')}</PlainButton>}
    />
  );
}
