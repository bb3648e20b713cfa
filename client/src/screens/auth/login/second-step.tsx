import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../shared/records';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { canUsePasskeys } from '../../../session/passkeys';
import { RestError, restFailureText } from '../../../session/rest';
import { completeSignIn, completeWithPasskey, type SecondStepOffer } from '../../../session/sign-in';
import { PasskeyButton } from './passkey-button';

/** Whether the server rejected the code or passkey, so that another one can be tried. */
const canRetry = ({ data }: RestError): boolean =>
  isRecord(data) && isRecord(data.errors) && ('code' in data.errors || 'assertion' in data.errors);

export interface SecondStepProps extends SecondStepOffer {
  remember: boolean;
  onEntered: () => Promise<void> | void;
  /** Returns to the password; with the reason if the ticket is no longer valid. */
  onBack: (reason?: string) => void;
}

/** State of a step with a code, and the request that completes the sign-in with it. */
export function useCode({ ticket, remember, onBack }: SecondStepProps, wrongCode: string) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  function fail(reason: unknown, refused: (text: string) => void, text: string): void {
    if (!(reason instanceof RestError) || reason.status !== 401) setFailure(restFailureText(t, reason));
    else if (canRetry(reason)) refused(text);
    else onBack(t('session.codeExpired'));
  }

  /** Calls `entered` with the new recovery codes, if there are any. */
  async function enter(entered: (recoveryCodes: string[]) => Promise<void> | void): Promise<void> {
    const isMissing = code.trim() === '';
    setError(isMissing ? t('session.required') : undefined);
    setFailure(undefined);
    if (isMissing) return;
    setBusy(true);
    try {
      await entered(await completeSignIn(ticket, code, remember));
    } catch (reason) {
      setBusy(false);
      fail(reason, setError, wrongCode);
    }
  }
  return { code, setCode, error, failure, setFailure, busy, fail, enter };
}

/** Second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { ticket, methods, remember, onEntered, onBack } = props;
  const { t } = useTranslation();
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  // Without an app, the field takes recovery codes alone.
  const hasApp = methods.includes('totp');
  const passkeyFirst = hasPasskey && !hasApp;
  const { code, setCode, error, failure, setFailure, busy, fail, enter } = useCode(
    props,
    hasApp ? t('session.codeFailed') : t('session.recoveryFailed'),
  );

  async function enterByPasskey(): Promise<void> {
    setFailure(undefined);
    await completeWithPasskey(ticket, remember);
    await onEntered();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void enter(onEntered);
  }

  const recoveryHint = t('session.recoveryHint');
  const passkey = hasPasskey && (
    <PasskeyButton
      primary={passkeyFirst}
      disabled={busy}
      run={enterByPasskey}
      onFailure={(reason) => fail(reason, setFailure, t('session.passkeyFailed'))}
    >
      {t('session.passkeyUse')}
    </PasskeyButton>
  );
  return (
    <BlankLayout
      title={t('session.codeTitle')}
      lead={hasApp ? t('session.codeLead') : passkeyFirst ? t('session.passkeyLead') : recoveryHint}
    >
      {failure && <FormMessage type="error">{failure}</FormMessage>}
      {passkeyFirst && passkey}
      <form className={passkeyFirst ? 'ic-section' : ''} onSubmit={submit} noValidate>
        <TextField
          label={hasApp ? t('session.code') : t('session.recoveryCode')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus={!passkeyFirst}
          value={code}
          onChange={setCode}
          hint={hasApp ? t('session.codeHint') : passkeyFirst && recoveryHint}
          error={error}
        />
        <div className="ic-stack ic-gap-8">
          <PlainButton primary={!passkeyFirst} wide submits busy={busy}>
            {t('session.submit')}
          </PlainButton>
          {!passkeyFirst && passkey}
          <PlainButton wide disabled={busy} onClick={() => onBack()}>
            {t('session.backToPassword')}
          </PlainButton>
        </div>
      </form>
    </BlankLayout>
  );
}
