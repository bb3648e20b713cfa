import { PlusOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useApiKeysQuery,
  useDeleteApiKeyMutation,
  type ApiKeysQuery,
  useCreateApiKeyMutation,
} from '../../../generated/graphql';
import { ConfirmDialog, DIALOG_WIDTH, useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { formatDateTime } from '../../../kit/tokyo-date';
import { apiKeyFields } from '../../../../../shared/settings';
import { CodeLine } from '../../../kit/copy-button';
import { failureText } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import { type FormDefinition, formValues } from '../../../kit/form/form-definition';
import { useFormEngine } from '../../../kit/form/form-engine';
import { SavedNote } from '../../../kit/form/form-notes';

const keyForm: FormDefinition = {
  entity: 'apiKey',
  sections: [
    { key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'name', autoFocus: true }] },
  ],
};

/** Example request that sends a conversion with the key. */
const example = (secret: string): string =>
  `curl -X POST ${location.origin}/s2s/conversions \\
  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"id":"order-1001","time":"2026-01-31T12:00:00+09:00","user_id":"U123","amount":5000}'`;

/** Creates a key and shows its secret, which can't be shown again. */
function NewApiKey({ productId, onClose }: { productId: number; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const id = useId();
  const [create] = useCreateApiKeyMutation();
  const [secret, setSecret] = useState<string>();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const form = useFormEngine({
    id,
    entity: 'apiKey',
    fields: apiKeyFields,
    initial: formValues(apiKeyFields),
    async save({ name }) {
      try {
        const { data } = await create({ variables: { productId, name: String(name) } });
        setSecret(data?.createApiKey.secret);
      } catch (error) {
        setMessages([failureText(t, error)]);
      }
    },
  });
  // An accidental close by Escape, a click outside or before the response would lose the secret.
  const closedByButtonOnly = secret !== undefined || form.submitting;
  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      mask={{ closable: false }}
      keyboard={!closedByButtonOnly}
      closable={!form.submitting}
      title={t(secret ? 'settings.keys.secretTitle' : 'settings.keys.adding')}
      onCancel={onClose}
      footer={
        secret ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          <>
            <Button disabled={form.submitting} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="primary" htmlType="submit" form={`${id}-form`} loading={form.submitting}>
              {t('settings.keys.add')}
            </Button>
          </>
        )
      }
    >
      {secret ? (
        <SavedNote>
          <p>{t('settings.keys.secretLead')}</p>
          <CodeLine label={t('settings.keys.secret')} text={secret} primary />
          <CodeLine label={t('settings.keys.example')} text={example(secret)} />
        </SavedNote>
      ) : (
        <FormBody
          entityForm={{ form, messages, conflict: undefined }}
          definition={keyForm}
          inDialog
          formElementId={`${id}-form`}
        />
      )}
    </Modal>
  );
}

type Key = ApiKeysQuery['apiKeys'][number];
const timeText = (time: string): string => formatDateTime(time);

/** API keys of a product: create, show once, revoke. */
export function ApiKeys({ productId, mayEdit }: { productId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const texts = useFieldTexts('apiKey');
  const { data, error, refetch } = useApiKeysQuery({ variables: { productId } });
  const [remove] = useDeleteApiKeyMutation();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  return (
    <Panel
      title={t('settings.keys.title')}
      lead={t('settings.keys.lead')}
      actions={
        mayEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('settings.keys.add')}
          </Button>
        )
      }
    >
      {!data && <LoadState error={error} retry={() => void refetch()} />}
      {data?.apiKeys.length === 0 && <p>{t('settings.keys.empty')}</p>}
      <PanelRows>
        {data?.apiKeys.map((key) => (
          <PanelRow
            key={key.id}
            name={key.name}
            facts={[
              <code key="prefix">{key.prefix}…</code>,
              `${texts.label('createdAt')} ${timeText(key.createdAt)}`,
              `${texts.label('lastUsedAt')} ${key.lastUsedAt ? timeText(key.lastUsedAt) : t('settings.keys.neverUsed')}`,
            ]}
            actions={
              mayEdit && (
                <Button size="small" danger type="text" onClick={() => setRevoking(key)}>
                  {t('settings.keys.revoke')}
                </Button>
              )
            }
          />
        ))}
      </PanelRows>
      {adding && (
        <NewApiKey
          productId={productId}
          onClose={() => {
            setAdding(false);
            void refetch();
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t('settings.keys.revoke')}
          okText={t('settings.keys.revoke')}
          danger
          run={async () => {
            await remove({ variables: { productId, id: revoking.id } });
            notify('SUCCESS', t('settings.keys.revoked'));
          }}
          onResult={({ close, reload }) => {
            if (reload) void refetch();
            if (close) setRevoking(undefined);
          }}
        >
          <p>{t('settings.keys.revokeAsk', { name: revoking.name })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
