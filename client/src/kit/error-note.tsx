import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../i18n/punctuation';
import { failureName, reasonsOf, refusalOf } from './failure';
import { PlainButton } from './plain-form';
import { StateNote } from './states';

export interface ErrorNoteProps {
  /** Kind of the missing content, for the default texts. */
  of?: 'list' | 'report';
  /** Describes the failed action; shown as the title unless the failure has a name. */
  title?: string;
  /** Hint what to do; left out if the server gave a reason. */
  hint?: string;
  /** Replaces title and actions if the record doesn't exist. */
  missing?: { title: string; hint: string; action?: ReactNode };
  /** Codes that mean it; FORBIDDEN too where the server doesn't tell whether the record exists. */
  missingCodes?: readonly string[];
  /** Thrown error, the source of the name, the reasons and the request id. */
  error?: unknown;
  retry?: (() => void) | undefined;
  /** Further action. */
  action?: ReactNode;
  /** Clears the conditions; offered if the user may not see their data. */
  clear?: (() => void) | undefined;
}

/** Replaces content that failed to load. Shows the name of the failure, its reasons, request id and actions. */
export function ErrorNote(props: ErrorNoteProps) {
  const { of = 'list', error, missing, missingCodes = ['NOT_FOUND'], retry, clear, action, ...texts } = props;
  const { t } = useTranslation();
  const { title = t(`${of}.errorTitle`), hint = t(`${of}.errorHint`) } = texts;
  const refusal = refusalOf(error);
  const { code, requestId, status = 500 } = refusal;
  const name = failureName(refusal);
  const reasons = reasonsOf(refusal).map((reason) => <p key={reason}>{reason}</p>);
  if (missing && code && missingCodes.includes(code)) {
    const note = (
      <>
        {reasons}
        <p>{missing.hint}</p>
      </>
    );
    return <StateNote {...missing} hint={note} />;
  }
  // The server's reason also says what to do, except after an unexpected error.
  const isExplained = reasons.length > 0 && (name === undefined || status < 500);
  return (
    <StateNote
      tone="error"
      title={name ?? title}
      hint={
        <>
          {name && <p>{title}</p>}
          {reasons}
          {!isExplained && <p>{hint}</p>}
          {requestId && !isExplained && (
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
      action={
        <>
          {action}
          {clear && code === 'FORBIDDEN' && (
            <PlainButton primary onClick={clear}>
              {t('report.emptyReset')}
            </PlainButton>
          )}
          {retry && <PlainButton onClick={retry}>{t('common.retry')}</PlainButton>}
        </>
      }
    />
  );
}
