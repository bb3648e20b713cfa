import { useTranslation } from 'react-i18next';
import { scimTokenFields } from '../../../../../shared/settings';
import {
  useCreateScimTokenMutation,
  useRevokeScimTokenMutation,
  useScimTokensQuery,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import type { FormDefinition } from '../../../kit/form/form-definition';
import { SecretPanel } from '../../../kit/setting/secret-panel';

const tokenForm: FormDefinition = {
  entity: 'scimToken',
  sections: [
    { key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'name', autoFocus: true }] },
  ],
};

/** User provisioning by SCIM: its URL, and the company's tokens for identity providers. */
export function ScimTokens() {
  const { t } = useTranslation();
  const { data, error, refetch } = useScimTokensQuery();
  const [create] = useCreateScimTokenMutation();
  const [revoke] = useRevokeScimTokenMutation();
  return (
    <SecretPanel
      kind="scim"
      secrets={data?.scimTokens}
      error={error}
      refetch={refetch}
      mayEdit
      intro={
        <div className="ic-mb-12">
          <CodeLine
            label={t('settings.scim.baseUrl')}
            text={`${window.location.origin}/scim/v2`}
            hint={t('settings.scim.baseUrlHint')}
          />
        </div>
      }
      revoke={({ id }) => revoke({ variables: { id } })}
      definition={tokenForm}
      fields={scimTokenFields}
      create={async ({ name }) =>
        (await create({ variables: { name: String(name) } })).data?.createScimToken.token
      }
    >
      {(token) => <CodeLine label={t('settings.scim.secret')} text={token} primary />}
    </SecretPanel>
  );
}
