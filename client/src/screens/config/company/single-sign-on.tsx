import { Button, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { identityProviderFields } from '../../../../../shared/settings';
import {
  useEmergencyUsersQuery,
  useIdentityProviderQuery,
  useTestIdentityProviderMutation,
  useUpdateIdentityProviderMutation,
  type IdentityProviderFieldsFragment,
  type IdentityProviderInput,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { failureText } from '../../../kit/failure';
import { FieldFrame } from '../../../kit/form/field-frame';
import {
  formValues,
  inputValues,
  type FormValues,
  type RecordFormDefinition,
} from '../../../kit/form/form-definition';
import { fieldId, type FormHandle } from '../../../kit/form/form-engine';
import { FormMessage } from '../../../kit/plain-form';
import { LoadState } from '../../../kit/setting/load-state';
import { SingleForm } from '../../../kit/setting/single-form';
import { StatusTag } from '../../../kit/status-tag';
import { useFieldTexts } from '../../../kit/use-field-texts';

const ENTITY = 'identityProvider';
const { version: _version, ...fields } = identityProviderFields;

type Provider = IdentityProviderFieldsFragment & { readonly id: number };

/** Button that reads the metadata of the typed issuer, and its result. */
function ConnectionTest({ issuer }: { issuer: unknown }) {
  const { t } = useTranslation();
  const [test, { loading }] = useTestIdentityProviderMutation();
  const [result, setResult] = useState<{ issuer: unknown; type: 'success' | 'error'; text: string }>();
  const text = typeof issuer === 'string' ? issuer.trim() : '';

  async function run(): Promise<void> {
    try {
      const { data } = await test({ variables: { issuer: text } });
      const logout = data?.testIdentityProvider.endSessionEndpoint;
      const lines = [
        t('settings.company.ssoTestDone'),
        t(logout ? 'settings.company.ssoTestLogout' : 'settings.company.ssoTestNoLogout'),
      ];
      setResult({ issuer, type: 'success', text: lines.join('\n') });
    } catch (error) {
      setResult({ issuer, type: 'error', text: failureText(t, error) });
    }
  }

  return (
    <div className="ic-stack ic-gap-8 ic-mt-8 ic-align-start">
      <Button loading={loading} disabled={text === ''} onClick={() => void run()}>
        {t('settings.company.ssoTest')}
      </Button>
      {result && result.issuer === issuer && !loading && (
        <FormMessage type={result.type}>{result.text}</FormMessage>
      )}
    </div>
  );
}

/** Choice of the emergency user among the administrators with two-step verification. */
function EmergencyUser({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const texts = useFieldTexts(ENTITY);
  const { data } = useEmergencyUsersQuery({ fetchPolicy: 'network-only' });
  const name = 'emergencyUserId';
  const id = fieldId(form, name);
  const ready = data?.users.results.filter(({ secondFactorSince }) => secondFactorSince);
  const value = form.values[name];
  return (
    <FieldFrame
      id={id}
      label={texts.label(name)}
      required
      hint={ready?.length === 0 ? t('settings.company.ssoNoEmergency') : texts.hint(name)}
      error={form.errors[name]}
    >
      <Select
        id={id}
        className="ic-wide"
        aria-describedby={`${id}-note`}
        value={typeof value === 'number' ? value : null}
        loading={!ready}
        status={form.errors[name] ? 'error' : ''}
        options={(ready ?? []).map(({ id: userId, userName }) => ({ value: userId, label: userName }))}
        onChange={(next) => form.set(name, next)}
      />
    </FieldFrame>
  );
}

/** Returns the form of a provider in its current state. */
const formOf = (provider: Provider, t: TFunction): RecordFormDefinition => ({
  entity: ENTITY,
  fields,
  sections: [
    {
      key: 'provider',
      title: () => t('settings.company.ssoProvider'),
      lead: () => t('settings.company.ssoProviderLead'),
      items: [
        {
          render: () => <CodeLine label={t('settings.company.ssoRedirectUri')} text={provider.redirectUri} />,
        },
        { name: 'issuer', after: ({ values }) => <ConnectionTest issuer={values.issuer} /> },
        { name: 'clientId', whole: false },
        {
          name: 'clientSecret',
          whole: false,
          ...(provider.hasClientSecret && { hint: t('settings.company.ssoSecretStored') }),
          required: () => !provider.hasClientSecret,
        },
        'allowedDomains',
        { name: 'enabled', whole: true },
      ],
    },
    {
      key: 'roles',
      title: () => t('settings.company.ssoRoles'),
      lead: () => t('settings.company.ssoRolesLead'),
      items: ['roleClaim', 'roleMapping'],
    },
    {
      key: 'passwords',
      title: () => t('settings.company.ssoPasswords'),
      lead: () => t('settings.company.ssoPasswordsLead'),
      items: [
        {
          name: 'passwordsOff',
          whole: true,
          disabled: ({ enabled, passwordsOff }) =>
            passwordsOff !== true && (enabled !== true || !provider.isOwnSignInTested),
          ...(!provider.isOwnSignInTested && { hint: t('settings.company.ssoSignInFirst') }),
        },
        {
          when: ({ passwordsOff }) => passwordsOff === true,
          render: (form) => <EmergencyUser form={form} />,
        },
      ],
    },
  ],
});

/** State of a provider in a word. */
function ProviderTag({ provider }: { provider: Provider }) {
  const { t } = useTranslation();
  if (!provider.enabled) return <StatusTag tone="muted">{t('settings.company.ssoOff')}</StatusTag>;
  return (
    <StatusTag tone="good">
      {t(provider.passwordsOff ? 'settings.company.ssoOnly' : 'settings.company.ssoOn')}
    </StatusTag>
  );
}

/** Identity provider of the company, for administrators. */
export function SingleSignOn({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useIdentityProviderQuery({ fetchPolicy: 'network-only' });
  const [update] = useUpdateIdentityProviderMutation();
  const provider = useMemo(() => data && { ...data.identityProvider, id: companyId }, [data, companyId]);
  const definition = useMemo(() => provider && formOf(provider, t), [provider, t]);

  async function save(one: Provider, changed: FormValues): Promise<Provider> {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the input has the names of the fields, which the form has validated
    const input = { ...inputValues(fields, formValues(fields, one)), ...changed } as IdentityProviderInput;
    const { data: saved } = await update({ variables: { input } });
    if (!saved) throw new Error('The server did not return the saved data');
    // Without an id, the cache does not connect the result with the query.
    void refetch();
    return { ...saved.updateIdentityProvider, id: companyId };
  }

  return (
    <>
      <header id="single-sign-on" className="ic-mt-16">
        <div className="ic-row ic-wrap ic-gap-12">
          <h2 className="ic-text-16 ic-strong">{t('settings.company.sso')}</h2>
          {provider && <ProviderTag provider={provider} />}
        </div>
        <p className="ic-mt-4 ic-note">{t('settings.company.ssoLead')}</p>
      </header>
      {!provider && <LoadState error={error} retry={() => void refetch()} />}
      {provider && definition && (
        <SingleForm
          definition={definition}
          one={provider}
          readOnly={false}
          save={save}
          reload={async () => {
            const { data: current } = await refetch();
            return current && { ...current.identityProvider, id: companyId };
          }}
        />
      )}
    </>
  );
}
