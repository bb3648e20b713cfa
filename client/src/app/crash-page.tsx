import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { withHeading } from '../i18n/punctuation';
import { PlainButton } from '../kit/plain-button';
import { StateNote } from '../kit/states';

/**
 * Page shown when rendering fails. It says that data is safe, offers a reload and shows an id for the
 * browser's log.
 */
export function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const [id] = useState(() => crypto.randomUUID?.().slice(0, 8) ?? String(Date.now()));
  useEffect(() => {
    console.error(`[${id}]`, error);
  }, [id, error]);
  const reason = isRouteErrorResponse(error) ? error.statusText : error instanceof Error ? error.message : '';
  return (
    <main>
      <StateNote
        tone="error"
        title={t('frame.crashed')}
        hint={
          <>
            <p>{t('frame.crashedHint')}</p>
            <p>
              {withHeading(t('common.requestId'), '')}
              <code>{id}</code>
            </p>
            {reason && <p>{reason}</p>}
          </>
        }
        action={
          <PlainButton primary onClick={() => location.reload()}>
            {t('frame.reload')}
          </PlainButton>
        }
      />
    </main>
  );
}
