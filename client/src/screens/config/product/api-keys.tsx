import { useTranslation } from 'react-i18next';
import { trackerUrlOf } from '../../../../../shared/domain/delivery';
import { apiKeyFields } from '../../../../../shared/settings';
import {
  useApiKeysQuery,
  useCreateApiKeyMutation,
  useDeleteApiKeyMutation,
  type ProductFieldsFragment,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import type { FormDefinition } from '../../../kit/form/form-definition';
import { useConsoleConfig } from '../../../session/console-config';
import { SecretPanel } from '../../../kit/setting/secret-panel';

const keyForm: FormDefinition = {
  entity: 'apiKey',
  sections: [
    { key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'name', autoFocus: true }] },
  ],
};

/** Example request that sends a conversion with the key. */
const example = (tracker: string, secret: string): string =>
  `curl -X POST ${tracker}/s2s/conversions \\
  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"id":"order-1001","time":"2026-01-31T12:00:00+09:00","user_id":"U123","amount":5000}'`;

/** API keys of a product: create, show once, revoke. */
export function ApiKeys({ product, mayEdit }: { product: ProductFieldsFragment; mayEdit: boolean }) {
  const { t } = useTranslation();
  const productId = product.id;
  const { trackerUrl } = useConsoleConfig();
  const { data, error, refetch } = useApiKeysQuery({ variables: { productId } });
  const [create] = useCreateApiKeyMutation();
  const [remove] = useDeleteApiKeyMutation();
  return (
    <SecretPanel
      kind="keys"
      secrets={data?.apiKeys}
      error={error}
      refetch={refetch}
      mayEdit={mayEdit}
      revoke={({ id }) => remove({ variables: { productId, id } })}
      definition={keyForm}
      fields={apiKeyFields}
      create={async ({ name }) =>
        (await create({ variables: { productId, name: String(name) } })).data?.createApiKey.secret
      }
    >
      {(secret) => (
        <>
          <CodeLine label={t('settings.keys.secret')} text={secret} primary />
          <CodeLine
            label={t('settings.keys.example')}
            text={example(trackerUrlOf(trackerUrl, product.trackerHost), secret)}
          />
        </>
      )}
    </SecretPanel>
  );
}
