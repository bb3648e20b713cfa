import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../../kit/error-note';
import { useNavigate, useParams } from 'react-router-dom';
import { passwordFields, type CrossErrors, type CrossRule } from '../../../../../shared/settings';
import { useChangePasswordMutation, useUserQuery } from '../../../generated/graphql';
import { BackPage, Page } from '../../../kit/page';
import { failureText, refusalOf } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import { type FormDefinition, formValues } from '../../../kit/form/form-definition';
import { useFormEngine } from '../../../kit/form/form-engine';
import { notify } from '../../../kit/notifier';
import { useRight } from '../../../session/rights';
import { NoPermission, StateNote } from '../../../kit/states';
import { useSession } from '../../../session/session-context';

const { password } = passwordFields;
const otherFields = { newPassword: password, confirmPassword: password };
const ownFields = { currentPassword: password, ...otherFields };

const sameTwice: CrossRule = ({ newPassword, confirmPassword }): CrossErrors =>
  newPassword === confirmPassword ? {} : { confirmPassword: { key: 'passwordMismatch' } };

/** Changes a password. Users need their current one; user managers can set those of others. */
export function UserPassword() {
  const { t } = useTranslation();
  const { id: text = '' } = useParams();
  const { profile } = useSession();
  const manages = useRight('users') === 'edit';
  const own = text === String(profile.userId);
  if (!own && !manages) return <NoPermission />;
  if (!/^[1-9]\d{0,9}$/.test(text))
    return <StateNote title={t('failure.missing')} hint={t('form.missingHint')} />;
  return <PasswordForm key={text} userId={Number(text)} own={own} />;
}

function PasswordForm({ userId, own }: { userId: number; own: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [change] = useChangePasswordMutation();
  const { data, error: missing } = useUserQuery({ variables: { id: userId }, skip: own });
  const [messages, setMessages] = useState<readonly string[]>([]);
  const fields = own ? ownFields : otherFields;
  const definition = useMemo(
    (): FormDefinition => ({
      entity: 'password',
      sections: [
        {
          key: 'basic',
          title: (translate) => translate('settings.user.password'),
          items: Object.keys(fields).map((name) => ({ name, whole: true })),
        },
      ],
    }),
    [fields],
  );
  const back = `/config/user/${userId}`;

  const form = useFormEngine({
    id,
    entity: 'password',
    fields,
    cross: sameTwice,
    initial: formValues(fields),
    async save({ currentPassword, newPassword }) {
      setMessages([]);
      try {
        await change({
          variables: {
            userId,
            password: String(newPassword),
            currentPassword: own ? String(currentPassword) : null,
          },
        });
        notify('SUCCESS', t('settings.user.passwordDone'));
        void navigate(back);
      } catch (error) {
        const refusal = refusalOf(error);
        const fieldErrors = Object.entries(refusal.fields).map(([name, list]): [string, string] => [
          name === 'password' ? 'newPassword' : name,
          list.join(' '),
        ]);
        form.refuse(Object.fromEntries(fieldErrors));
        setMessages(fieldErrors.length > 0 ? [] : [failureText(t, error)]);
      }
    },
  });
  if (missing)
    return (
      <ErrorNote
        missing={{ title: t('failure.missing'), hint: t('form.missingHint') }}
        title={t('form.loadFailed')}
        error={missing}
      />
    );
  const name = data?.user.userName;
  return (
    <BackPage to={back} label={own ? t('settings.user.profile') : name}>
      <Page
        title={own || !name ? t('settings.user.password') : t('settings.user.passwordOf', { name })}
        lead={t('settings.user.passwordLead')}
      >
        <FormBody
          entityForm={{ form, messages, conflict: undefined }}
          definition={definition}
          formElementId={`${id}-form`}
          below={
            <div>
              <Button type="primary" htmlType="submit" loading={form.submitting}>
                {t('session.resetSubmit')}
              </Button>
            </div>
          }
        />
      </Page>
    </BackPage>
  );
}
