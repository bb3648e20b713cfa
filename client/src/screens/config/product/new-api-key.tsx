import { Button, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeyFields } from '../../../../../shared/settings';
import { useCreateApiKeyMutation } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/code-line';
import { DIALOG_WIDTH } from '../../../kit/dialog/dialog';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import type { FormDefinition } from '../../../kit/form/form-definition';
import { useFormEngine } from '../../../kit/form/form-engine';
import { SavedNote } from '../../../kit/form/saved-note';
import { formValues } from '../../../kit/form/values';

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
export function NewApiKey({ productId, onClose }: { productId: number; onClose: () => void }) {
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
