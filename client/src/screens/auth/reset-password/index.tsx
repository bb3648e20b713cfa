import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isPasswordLengthValid } from '../../../../../shared/settings/password-length';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, PlainButtonLink, TextField } from '../../../kit/plain-form';
import { notify } from '../../../kit/notifier';
import { RestError, restFailureText } from '../../../session/rest';
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
const isBadLink = (error: unknown): error is RestError =>
  error instanceof RestError && error.status < 500 && error.status !== 429;

/** State of the link: valid, or refused with the server's reasons; undefined while unknown. */
type LinkState = 'valid' | { readonly refused: readonly string[] } | undefined;

/**
 * Checks the link before the user types anything. Returns undefined while unknown; then setting the password
 * decides.
 */
function useLinkState(token: string): LinkState {
  const [state, setState] = useState<LinkState>(token ? undefined : { refused: [] });
  useEffect(() => {
    if (!token) return undefined;
    let unmounted = false;
    checkPasswordLink(token).then(
      () => unmounted || setState('valid'),
      (error: unknown) => unmounted || setState(isBadLink(error) ? { refused: error.messages } : 'valid'),
    );
    return () => {
      unmounted = true;
    };
  }, [token]);
  return state;
}

function SetPassword({ words }: { words: Words }) {
  const token = useSearchParams()[0].get('token') ?? '';
  const checked = useLinkState(token);
  const [refused, setRefused] = useState<readonly string[]>();
  const reasons = refused ?? (typeof checked === 'object' ? checked.refused : undefined);
  if (reasons) return <BadLink words={words} reasons={reasons} />;
  return (
    <BlankLayout title={words.title} lead={words.lead}>
      {checked && <PasswordForm words={words} token={token} onBadLink={setRefused} />}
    </BlankLayout>
  );
}

/** Shown for an expired or invalid link. */
function BadLink({ words, reasons }: { words: Words; reasons: readonly string[] }) {
  return (
    <BlankLayout title={words.title}>
      <div style={{ marginTop: 16 }}>
        <FormMessage type="error">{[...reasons, words.badLink].join('\n')}</FormMessage>
      </div>
      <PlainButtonLink primary wide to={words.next.to}>
        {words.next.text}
      </PlainButtonLink>
    </BlankLayout>
  );
}

interface PasswordFormProps {
  words: Words;
  token: string;
  onBadLink: (reasons: readonly string[]) => void;
}

function PasswordForm({ words, token, onBadLink }: PasswordFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const email = new URLSearchParams(useLocation().hash.slice(1)).get('email');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const fits = isPasswordLengthValid(password);
  const different = password !== again;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (!fits || different) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await resetPassword(token, password);
      notify('SUCCESS', words.done);
      await navigate('/login', { replace: true, state: { email } });
    } catch (error) {
      if (isBadLink(error)) return onBadLink(error.messages);
      setFailure(restFailureText(t, error));
      setBusy(false);
    }
  }

  return (
    <>
      {failure && <FormMessage type="error">{failure}</FormMessage>}
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
