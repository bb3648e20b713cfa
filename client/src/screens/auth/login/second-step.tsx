import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../shared/records';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { RestError, restFailureText } from '../../../session/rest';
import { completeSignIn, type SecondStep as SecondStepData } from '../../../session/sign-in';

/** Whether the server rejected the code, so that another one can be tried. */
const isWrongCode = ({ data }: RestError): boolean =>
  isRecord(data) && isRecord(data.errors) && 'code' in data.errors;

export interface SecondStepProps {
  step: SecondStepData;
  remember: boolean;
  onEntered: () => Promise<void> | void;
  /** Returns to the password; with the reason if the ticket is no longer valid. */
  onBack: (reason?: string) => void;
}

/** State of the field for the code, and the request that completes the sign-in with it. */
export function useCode({ step, remember, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  /** Returns the new recovery codes, or undefined if the sign-in failed. */
  async function enter(): Promise<string[] | undefined> {
    const isMissing = code.trim() === '';
    setError(isMissing ? t('session.required') : undefined);
    if (isMissing) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      return await completeSignIn(step.ticket, code, remember);
    } catch (reason) {
      setBusy(false);
      if (!(reason instanceof RestError) || reason.status !== 401) setFailure(restFailureText(t, reason));
      else if (isWrongCode(reason)) setError(t('session.codeFailed'));
      else onBack(t('session.codeExpired'));
      return undefined;
    }
  }
  return { code, setCode, error, failure, busy, enter };
}

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { t } = useTranslation();
  const { code, setCode, error, failure, busy, enter } = useCode(props);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void enter().then((codes) => codes && props.onEntered());
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
          <PlainButton wide disabled={busy} onClick={() => props.onBack()}>
            {t('session.backToPassword')}
          </PlainButton>
        </div>
      </form>
    </BlankLayout>
  );
}
