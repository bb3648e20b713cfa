import { useTranslation } from 'react-i18next';
import { withHeading } from '../i18n/punctuation';
import { failureName, requestIdOf } from './failure';
import { PlainButton } from './plain-form';
import { StateNote } from './states';

export interface ErrorNoteProps {
  /** Kind of the missing content, for the default texts. */
  of?: 'list' | 'report';
  /** Describes the failed action; shown as the title unless the failure has a name. */
  title?: string;
  /** Says what is safe and what to do. */
  hint?: string;
  /** Thrown error, the source of the name and the request id. */
  error?: unknown;
  retry?: () => void;
}

/** Replaces content that failed to load: name, explanation, request id and a retry button. */
export function ErrorNote({ of = 'list', error, retry, ...texts }: ErrorNoteProps) {
  const { t } = useTranslation();
  const { title = t(`${of}.errorTitle`), hint = t(`${of}.errorHint`) } = texts;
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
              <p className="ic-mt-8 ic-text-12">
                {withHeading(t('common.requestId'), '')}
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
