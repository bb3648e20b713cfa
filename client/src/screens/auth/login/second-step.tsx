import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../shared/records';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { RestError, restFailureText } from '../../../session/rest';
import { completeSignIn } from '../../../session/sign-in';

/** Whether the server rejected the code, so that another one can be tried. */
const isWrongCode = ({ data }: RestError): boolean =>
  isRecord(data) && isRecord(data.errors) && 'code' in data.errors;

interface SecondStepProps {
  ticket: string;
  remember: boolean;
  onEntered: () => Promise<void> | void;
  /** Returns to the password; with the reason if the ticket is no longer valid. */
  onBack: (reason?: string) => void;
}

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ ticket, remember, onEntered, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function enter(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await completeSignIn(ticket, code, remember);
      await onEntered();
    } catch (reason) {
      setBusy(false);
      if (!(reason instanceof RestError) || reason.status !== 401) setFailure(restFailureText(t, reason));
      else if (isWrongCode(reason)) setError(t('session.codeFailed'));
      else onBack(t('session.codeExpired'));
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isMissing = code.trim() === '';
    setError(isMissing ? t('session.required') : undefined);
    if (!isMissing) void enter();
  }

  return (
    <BlankLayout title={t('session.codeTitle')} lead={t('session.codeLead')}>
      <form onSubmit={submit} noValidate>
        {failure && <FormMessage type="error">{failure}</FormMessage>}
        <TextField
          label={t('session.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          value={code}
          onChange={setCode}
          hint={t('session.codeHint')}
          error={error}
        />
        <div className="ic-stack ic-gap-8">
          <PlainButton primary wide submits busy={busy}>
            {t('session.submit')}
          </PlainButton>
          <PlainButton wide disabled={busy} onClick={() => onBack()}>
            {t('session.backToPassword')}
          </PlainButton>
        </div>
      </form>
    </BlankLayout>
  );
}
