import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../shared/records';
import { firstUserFields } from '../../../../../shared/settings/account';
import { validate } from '../../../../../shared/settings/validate';
import { BlankLayout } from '../../../kit/blank-layout';
import { FormMessage, PlainButton, TextField } from '../../../kit/plain-form';
import { RestError, restFailureText } from '../../../session/rest';
import { forgetConsoleConfig } from '../../../session/console-config';
import { createFirstUser, type FirstUser } from '../../../session/sign-in';

const EMPTY: FirstUser = {
  code: '',
  companyName: '',
  productName: '',
  userName: '',
  email: '',
  password: '',
};

const NAMES: Record<string, keyof FirstUser> = {
  company_name: 'companyName',
  product_name: 'productName',
  user_name: 'userName',
};

/** Returns the server's first message of each field. */
function fieldErrors({ data }: RestError): Partial<Record<keyof FirstUser, string>> {
  const errors = isRecord(data) && isRecord(data.errors) ? data.errors : {};
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [
      NAMES[name] ?? name,
      String(Array.isArray(messages) ? messages[0] : messages),
    ]),
  );
}

interface FirstUserFormProps {
  onEntered: () => Promise<void>;
  /** Called with a reason when there is a user already. */
  onTaken: (reason: string) => void;
}

/** Makes the first user of an installation, with the code from the server's log. */
export function FirstUserForm({ onEntered, onTaken }: FirstUserFormProps) {
  const { t } = useTranslation();
  const [user, setUser] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof FirstUser, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const invalid = Object.keys(validate(firstUserFields, { ...user }).errors);
    const missing = Object.entries(user).filter(([, value]) => value.trim() === '');
    setErrors({
      ...(invalid.includes('email') && { email: t('session.invalidEmail') }),
      ...(invalid.includes('password') && { password: t('session.passwordLength') }),
      ...Object.fromEntries(missing.map(([name]) => [name, t('session.required')])),
    });
    setFailure(undefined);
    if (invalid.length > 0 || missing.length > 0) return;
    setBusy(true);
    try {
      await createFirstUser(user);
      forgetConsoleConfig();
      await onEntered();
    } catch (error) {
      if (error instanceof RestError && error.status === 403) return onTaken(t('firstUser.taken'));
      const byField = error instanceof RestError ? fieldErrors(error) : {};
      setErrors(byField);
      if (Object.keys(byField).length === 0) setFailure(restFailureText(t, error));
      setBusy(false);
    }
  }

  const field = (name: keyof FirstUser) => ({
    value: user[name],
    onChange: (value: string) => setUser((before) => ({ ...before, [name]: value })),
    error: errors[name],
  });
  return (
    <BlankLayout title={t('firstUser.title')} lead={t('firstUser.lead')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {failure && <FormMessage type="error">{failure}</FormMessage>}
        <TextField
          {...field('code')}
          label={t('firstUser.code')}
          hint={t('firstUser.codeHint')}
          autoComplete="one-time-code"
          autoFocus
        />
        <TextField {...field('companyName')} label={t('firstUser.companyName')} autoComplete="organization" />
        <TextField
          {...field('productName')}
          label={t('firstUser.productName')}
          hint={t('firstUser.productHint')}
          autoComplete="off"
        />
        <TextField {...field('userName')} label={t('firstUser.userName')} autoComplete="name" />
        <TextField {...field('email')} label={t('session.email')} type="email" autoComplete="username" />
        <TextField
          {...field('password')}
          label={t('session.password')}
          type="password"
          hint={t('firstUser.passwordHint')}
          autoComplete="new-password"
        />
        <PlainButton primary wide submits busy={busy}>
          {t('firstUser.submit')}
        </PlainButton>
      </form>
    </BlankLayout>
  );
}
