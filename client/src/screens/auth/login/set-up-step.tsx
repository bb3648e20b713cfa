import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppCode, RecoveryCodes } from '../../../kit/second-factor/authenticator-app';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import type { SecondFactorSetup } from '../../../session/sign-in';
import { AntdProvider } from '../../../theme/antd-provider';
import { useCode, type SecondStepProps } from './second-step';

/** Set-up of the second factor that a user needs to sign in: app, first code, recovery codes. */
export function SetUpStep(props: SecondStepProps & { setup: SecondFactorSetup }) {
  const { t } = useTranslation();
  const { code, setCode, error, failure, busy, enter } = useCode(props, t('session.codeFailed'));
  const [codes, setCodes] = useState<string[]>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    void enter(setCodes);
  }

  return (
    <AntdProvider>
      <BlankLayout title={t('session.setUpTitle')} lead={codes ? undefined : t('session.setUpLead')}>
        {codes ? (
          <RecoveryCodes codes={codes} onSaved={() => void props.onEntered()} />
        ) : (
          <form onSubmit={submit} noValidate>
            {failure && <FormMessage type="error">{failure}</FormMessage>}
            <div className="ic-mb-16">
              <AppCode {...props.setup} />
            </div>
            <TextField
              label={t('session.code')}
              autoComplete="one-time-code"
              inputMode="numeric"
              autoFocus
              value={code}
              onChange={setCode}
              error={error}
            />
            <div className="ic-stack ic-gap-8">
              <PlainButton primary wide submits busy={busy}>
                {t('settings.user.factorConfirm')}
              </PlainButton>
              <PlainButton wide disabled={busy} onClick={() => props.onBack()}>
                {t('session.backToPassword')}
              </PlainButton>
            </div>
          </form>
        )}
      </BlankLayout>
    </AntdProvider>
  );
}
