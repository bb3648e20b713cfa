import type { TFunction } from 'i18next';
import { lazy, type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { landingPath } from '../../../../../shared/catalog/menus';
import { loadManagementTexts, loadSignedInTexts } from '../../../i18n/i18n';
import { BlankLayout } from '../../../kit/blank-layout';
import { LazyOverlay } from '../../../kit/lazy-overlay';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { isRecord } from '../../../../../shared/records';
import { RestError, restFailureText } from '../../../session/rest';
import { type Credentials, type SecondStepOffer, signIn, signInWithPasskey } from '../../../session/sign-in';
import { tokenStore } from '../../../session/token-store';
import styles from './login.module.css';
import { PasskeyButton } from './passkey-button';
import { safeNext } from './safe-next';
import { SecondStep } from './second-step';
import { SsoButton, ssoRefusalText, SsoReturn, takeSsoTicket } from './single-sign-on';
import { RoleType } from '../../../../../shared/catalog/enums';
import { Sign } from '../../../kit/sign';
import { useConsoleConfig } from '../../../session/console-config';

const SetUpStep = lazy(() =>
  Promise.all([import('./set-up-step'), loadManagementTexts(), loadSignedInTexts()]).then(([step]) => ({
    default: step.SetUpStep,
  })),
);

const FirstUserForm = lazy(() =>
  Promise.all([import('./first-user'), loadManagementTexts()]).then(([form]) => ({
    default: form.FirstUserForm,
  })),
);

/** Password of every demo account. README and start message state it too. */
const DEMO_PASSWORD = 'Password1!';

const isRole = (role: string): role is keyof typeof RoleType => Object.hasOwn(RoleType, role);

/** Demo accounts to choose with one click. Renders nothing outside demo mode. */
function DemoAccounts(props: { disabled: boolean; onChoose: (email: string, password: string) => void }) {
  const { t } = useTranslation();
  const { demo, demoAccounts, demoPassword = DEMO_PASSWORD } = useConsoleConfig();
  if (!demo || demoAccounts.length === 0) return null;
  return (
    <section className="ic-section" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="ic-text-13 ic-strong">
        {t('session.demoTitle')}
      </h2>
      <p className="ic-hint">{t('session.demoHint')}</p>
      <ul className={`ic-rounded ic-list ic-hidden ${styles.accounts}`}>
        {demoAccounts.map(({ email, role }) => (
          <li key={email}>
            <button
              type="button"
              className="ic-row ic-wide ic-gap-12 ic-pointer ic-start ic-option"
              disabled={props.disabled}
              onClick={() => props.onChoose(email, demoPassword)}
            >
              <span className="ic-rigid ic-text-13 ic-strong" style={{ width: 96 }}>
                {isRole(role) ? t(`enums.RoleType.${role}`) : role}
              </span>
              <span className="ic-fill ic-ellipsis ic-note">{email}</span>
              <Sign name="next" className="ic-muted ic-text-11" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether the password was right, but the company accepts none. */
const isPasswordOff = ({ data }: RestError): boolean =>
  isRecord(data) && isRecord(data.errors) && 'password' in data.errors;

/** Returns why the sign-in failed. */
const failureText = (t: TFunction, error: unknown, refused: string): string =>
  error instanceof RestError && error.status === 401 && !isPasswordOff(error)
    ? refused
    : restFailureText(t, error);

/** Reads the email passed on by the previous page after setting a password. */
const readEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

/** Sign-in with email and password. Demo mode also offers a choice of accounts. */
export function Login() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { firstUser } = useConsoleConfig();
  const [parameters] = useSearchParams();
  const next = safeNext(parameters.get('next')) ?? landingPath;
  const known = readEmail(useLocation().state);
  const [credentials, setCredentials] = useState<Credentials>({
    email: known,
    password: '',
    remember: false,
  });
  const [checked, setChecked] = useState<'email' | 'all'>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(ssoRefusalText(t, parameters.get('error')));
  const [taken, setTaken] = useState(false);
  const [ssoTicket, setSsoTicket] = useState(takeSsoTicket);
  const [secondStep, setSecondStep] = useState<SecondStepOffer & { remember: boolean }>();
  const change = (part: Partial<Credentials>): void => setCredentials((before) => ({ ...before, ...part }));

  const emailError = !credentials.email
    ? t('session.required')
    : EMAIL.test(credentials.email)
      ? undefined
      : t('session.invalidEmail');
  const passwordError = credentials.password ? undefined : t('session.required');

  // Follow a sign-in in another tab.
  const [, setSigned] = useState(() => tokenStore.read() !== undefined);
  useEffect(() => tokenStore.listen((tokens) => setSigned(tokens !== undefined)), []);

  const open = async (): Promise<void> => navigate(next, { replace: true, state: { entered: true } });

  function backToPassword(reason?: string): void {
    setSecondStep(undefined);
    setFailure(reason);
    change({ password: '' });
    setChecked(undefined);
  }

  async function enter(given: Credentials): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const offer = await signIn(given);
      if (offer) {
        setSecondStep({ ...offer, remember: given.remember });
        setBusy(false);
        return;
      }
      await open();
    } catch (error) {
      setFailure(failureText(t, error, t('session.failed')));
      setBusy(false);
    }
  }

  async function enterByPasskey(): Promise<void> {
    setFailure(undefined);
    await signInWithPasskey(credentials.remember);
    await open();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked('all');
    if (!emailError && !passwordError) void enter(credentials);
  }

  if (ssoTicket)
    return (
      <SsoReturn
        ticket={ssoTicket}
        onEntered={(to) => void navigate(safeNext(to) ?? next, { replace: true, state: { entered: true } })}
        onRefused={(reason) => {
          setSsoTicket(undefined);
          setFailure(reason);
        }}
      />
    );
  if (secondStep) {
    const props = { ...secondStep, onEntered: open, onBack: backToPassword };
    const { setup } = secondStep;
    if (!setup) return <SecondStep {...props} />;
    return (
      <LazyOverlay onClose={backToPassword}>
        <SetUpStep {...props} setup={setup} />
      </LazyOverlay>
    );
  }
  if (firstUser && !taken && !tokenStore.read())
    return (
      <LazyOverlay onClose={() => undefined}>
        <FirstUserForm
          onEntered={open}
          onTaken={(reason) => {
            setTaken(true);
            setFailure(reason);
          }}
        />
      </LazyOverlay>
    );
  if (!busy && tokenStore.read()) return <Navigate to={next} replace />;
  return (
    <BlankLayout title={t('session.title')} lead={t('session.lead')}>
      <form onSubmit={submit} noValidate>
        {failure && <FormMessage type="error">{failure}</FormMessage>}
        <TextField
          label={t('session.email')}
          type="email"
          autoComplete="username"
          autoFocus={!credentials.email}
          value={credentials.email}
          onChange={(email) => change({ email: email.trim() })}
          error={checked ? emailError : undefined}
        />
        <TextField
          label={t('session.password')}
          type="password"
          autoComplete="current-password"
          autoFocus={credentials.email !== ''}
          value={credentials.password}
          onChange={(password) => change({ password })}
          error={checked === 'all' ? passwordError : undefined}
        />
        <div className="ic-row ic-wrap ic-between ic-gap-8 ic-mb-16">
          <label className={`ic-inline-row ic-gap-8 ic-pointer ${styles.remember}`}>
            <input
              type="checkbox"
              checked={credentials.remember}
              onChange={(event) => change({ remember: event.target.checked })}
            />
            {t('session.remember')}
          </label>
          <Link to="/forgot-password">{t('session.forgot')}</Link>
        </div>
        <div className="ic-stack ic-gap-8">
          <PlainButton primary wide submits busy={busy}>
            {t('session.submit')}
          </PlainButton>
          <SsoButton
            {...credentials}
            next={next}
            disabled={busy}
            onPress={() => {
              setChecked('email');
              setFailure(undefined);
              return !emailError;
            }}
            onRefused={setFailure}
          />
        </div>
      </form>
      <div className="ic-mt-8">
        <PasskeyButton
          disabled={busy}
          run={enterByPasskey}
          onFailure={(error) => setFailure(failureText(t, error, t('session.passkeyFailed')))}
        >
          {t('session.passkeySignIn')}
        </PasskeyButton>
      </div>
      <DemoAccounts
        disabled={busy}
        onChoose={(email, password) => void enter({ email, password, remember: false })}
      />
    </BlankLayout>
  );
}
