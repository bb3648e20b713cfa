import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isPasswordLengthValid } from '../../../../../shared/settings/password-length';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, PlainButtonLink, TextField } from '../../../kit/plain-form';
import { notify } from '../../../kit/notifier';
import { RestError } from '../../../session/rest';
import { checkPasswordLink, resetPassword } from '../../../session/sign-in';

/** Texts of the page, for a password reset or an invitation. */
interface Words {
  title: string;
  lead: string;
  /** Labels of the two fields. */
  password: string;
  again: string;
  submit: string;
  done: string;
  badLink: string;
  /** Next step if the link is invalid. */
  next: { to: string; text: string };
}

/** Sets a new password with the token of a reset mail. */
export function ResetPassword() {
  const { t } = useTranslation();
  return (
    <SetPassword
      words={{
        title: t('session.resetTitle'),
        lead: t('session.resetLead'),
        password: t('session.resetTitle'),
        again: t('session.resetConfirm'),
        submit: t('session.resetSubmit'),
        done: t('session.resetDone'),
        badLink: t('session.resetBadLink'),
        next: { to: '/forgot-password', text: t('session.forgotTitle') },
      }}
    />
  );
}

/** Sets the first password with the token of an invitation. */
export function Invitation() {
  const { t } = useTranslation();
  return (
    <SetPassword
      words={{
        title: t('session.inviteTitle'),
        lead: t('session.inviteLead'),
        password: t('session.password'),
        again: t('session.inviteConfirm'),
        submit: t('session.inviteSubmit'),
        done: t('session.inviteDone'),
        badLink: t('session.inviteBadLink'),
        next: { to: '/login', text: t('session.backToSignIn') },
      }}
    />
  );
}

/** Returns true if the server rejected the link. Rate limits and server errors say nothing about it. */
const isBadLink = (error: unknown): boolean =>
  error instanceof RestError && error.status < 500 && error.status !== 429;

/**
 * Checks the link before the user types anything. Returns undefined while unknown; then setting the password
 * decides.
 */
function useLinkIsValid(token: string): boolean | undefined {
  const [isValid, setIsValid] = useState(token ? undefined : false);
  useEffect(() => {
    if (!token) return undefined;
    let unmounted = false;
    checkPasswordLink(token).then(
      () => unmounted || setIsValid(true),
      (error: unknown) => unmounted || setIsValid(!isBadLink(error)),
    );
    return () => {
      unmounted = true;
    };
  }, [token]);
  return isValid;
}

function SetPassword({ words }: { words: Words }) {
  const token = useSearchParams()[0].get('token') ?? '';
  const isValid = useLinkIsValid(token);
  const [refused, setRefused] = useState(false);
  if (refused || isValid === false) return <BadLink words={words} />;
  return (
    <BlankLayout title={words.title} lead={words.lead}>
      {isValid && <PasswordForm words={words} token={token} onBadLink={() => setRefused(true)} />}
    </BlankLayout>
  );
}

/** Shown for an expired or invalid link. */
function BadLink({ words }: { words: Words }) {
  return (
    <BlankLayout title={words.title}>
      <div style={{ marginTop: 16 }}>
        <FormMessage type="error">{words.badLink}</FormMessage>
      </div>
      <PlainButtonLink primary wide to={words.next.to}>
        {words.next.text}
      </PlainButtonLink>
    </BlankLayout>
  );
}

function PasswordForm({ words, token, onBadLink }: { words: Words; token: string; onBadLink: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const email = new URLSearchParams(useLocation().hash.slice(1)).get('email');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unreachable, setUnreachable] = useState(false);

  const fits = isPasswordLengthValid(password);
  const different = password !== again;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (!fits || different) return;
    setBusy(true);
    setUnreachable(false);
    try {
      await resetPassword(token, password);
      notify('SUCCESS', words.done);
      await navigate('/login', { replace: true, state: { email } });
    } catch (error) {
      if (isBadLink(error)) return onBadLink();
      setUnreachable(true);
      setBusy(false);
    }
  }

  return (
    <>
      {unreachable && <FormMessage type="error">{t('session.unreachable')}</FormMessage>}
      <form onSubmit={(event) => void submit(event)} noValidate>
        {/* Lets password managers store the password for this email. */}
        {email && <input hidden readOnly type="email" autoComplete="username" value={email} />}
        <TextField
          label={words.password}
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={checked && !fits ? t('session.passwordLength') : undefined}
        />
        <TextField
          label={words.again}
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          error={checked && different ? t('session.passwordMismatch') : undefined}
        />
        <PlainButton primary wide submits busy={busy}>
          {words.submit}
        </PlainButton>
      </form>
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <Link to="/login">{t('session.backToSignIn')}</Link>
      </p>
    </>
  );
}
