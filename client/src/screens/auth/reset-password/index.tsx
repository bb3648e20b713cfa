import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage } from '../../../kit/form-message';
import { notify } from '../../../kit/notifier';
import { PlainButton } from '../../../kit/plain-button';
import { TextField } from '../../../kit/text-field';
import { resetPassword } from '../../../session/sign-in';

const SHORTEST = 8;
const LONGEST = 128;

/** What the page says: to who forgot their password, or to who is invited. */
interface Words {
  title: string;
  lead: string;
  submit: string;
  done: string;
  badLink: string;
  /** Where to go on when the link opens nothing. */
  next: { to: string; text: string };
}

/** Sets a new password by the token in the mail's link. */
export function ResetPassword() {
  const { t } = useTranslation();
  return (
    <SetPassword
      words={{
        title: t('session.resetTitle'),
        lead: t('session.resetLead'),
        submit: t('session.resetSubmit'),
        done: t('session.resetDone'),
        badLink: t('session.resetBadLink'),
        next: { to: '/forgot-password', text: t('session.forgotTitle') },
      }}
    />
  );
}

/** Sets the first password by the token in the link of an invitation. */
export function Invitation() {
  const { t } = useTranslation();
  return (
    <SetPassword
      words={{
        title: t('session.inviteTitle'),
        lead: t('session.inviteLead'),
        submit: t('session.inviteSubmit'),
        done: t('session.inviteDone'),
        badLink: t('session.inviteBadLink'),
        next: { to: '/login', text: t('session.backToSignIn') },
      }}
    />
  );
}

function SetPassword({ words }: { words: Words }) {
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
      notify('SUCCESS', words.done);
      await navigate('/login', { replace: true });
    } catch {
      setFailed(true);
      setBusy(false);
    }
  }

  return (
    <BlankLayout title={words.title} lead={words.lead}>
      {failed && <FormMessage type="error">{words.badLink}</FormMessage>}
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
        <PlainButton primary wide submits busy={busy} disabled={!token}>
          {words.submit}
        </PlainButton>
      </form>
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <Link to={failed ? words.next.to : '/login'}>{failed ? words.next.text : t('session.backToSignIn')}</Link>
      </p>
    </BlankLayout>
  );
}
