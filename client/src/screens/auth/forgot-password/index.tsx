import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { useConsoleConfig } from '../../../session/console-config';
import { restFailureText } from '../../../session/rest';
import { forgotPassword } from '../../../session/sign-in';

type State = 'writing' | 'sending' | 'done' | { failed: string };

/** Requests a password reset mail. Never reveals whether the address is registered. */
export function ForgotPassword() {
  const { t } = useTranslation();
  const { mails } = useConsoleConfig();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<State>('writing');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!email) return;
    setState('sending');
    forgotPassword(email).then(
      () => setState('done'),
      (error: unknown) => setState({ failed: restFailureText(t, error) }),
    );
  }

  return (
    <BlankLayout
      title={t('session.forgotTitle')}
      lead={t(mails ? 'session.forgotLead' : 'session.forgotNoMail')}
    >
      {state === 'done' && <FormMessage type="success">{t('session.forgotDone')}</FormMessage>}
      {mails && state !== 'done' && (
        <form onSubmit={submit} noValidate>
          {typeof state === 'object' && <FormMessage type="error">{state.failed}</FormMessage>}
          <TextField
            label={t('session.email')}
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(value) => setEmail(value.trim())}
          />
          <PlainButton primary wide submits disabled={!email} busy={state === 'sending'}>
            {t('session.forgotSubmit')}
          </PlainButton>
        </form>
      )}
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <Link to="/login">{t('session.backToSignIn')}</Link>
      </p>
    </BlankLayout>
  );
}
