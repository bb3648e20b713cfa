import { Button } from 'antd';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage } from '../../../kit/form-message';
import { notify } from '../../../kit/notifier';
import { TextField } from '../../../kit/text-field';
import { resetPassword } from '../../../session/sign-in';

const SHORTEST = 8;
const LONGEST = 128;

/** Sets a new password by the token in the mail's link. */
export function ResetPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useSearchParams()[0].get('token') ?? '';
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(!token);

  const tooShort = password.length < SHORTEST || password.length > LONGEST;
  const different = password !== again;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (tooShort || different) return;
    setBusy(true);
    try {
      await resetPassword(token, password);
      notify('SUCCESS', t('session.resetDone'));
      await navigate('/login', { replace: true });
    } catch {
      setFailed(true);
      setBusy(false);
    }
  }

  return (
    <BlankLayout title={t('session.resetTitle')} lead={t('session.resetLead')}>
      {failed && <FormMessage type="error">{t('session.resetBadLink')}</FormMessage>}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('session.password')}
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={checked && tooShort ? t('session.passwordLength') : undefined}
        />
        <TextField
          label={t('session.resetConfirm')}
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          error={checked && different ? t('session.passwordMismatch') : undefined}
        />
        <Button type="primary" size="large" htmlType="submit" block loading={busy} disabled={!token}>
          {t('session.resetSubmit')}
        </Button>
      </form>
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <Link to={failed ? '/forgot-password' : '/login'}>{t(failed ? 'session.forgotTitle' : 'session.backToSignIn')}</Link>
      </p>
    </BlankLayout>
  );
}
