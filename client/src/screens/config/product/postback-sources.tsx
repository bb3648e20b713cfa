import { PlusOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  POSTBACK_NAMES,
  POSTBACK_WORDS,
  postbackFieldNames,
  reportedStatuses,
} from '../../../../../shared/catalog/postback-source';
import { recordOf } from '../../../../../shared/records';
import { postbackSourceFields } from '../../../../../shared/settings';
import {
  useCreatePostbackSourceMutation,
  useDeletePostbackSourceMutation,
  usePostbackSourcesQuery,
  type PostbackSourcesQuery,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { ConfirmDialog, DIALOG_WIDTH, useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { failureText } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import { type FormDefinition, formValues } from '../../../kit/form/form-definition';
import { useFormEngine } from '../../../kit/form/form-engine';
import { SavedNote } from '../../../kit/form/form-notes';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useSession } from '../../../session/session-context';

const sourceForm: FormDefinition = {
  entity: 'postbackSource',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [{ name: 'name', autoFocus: true }, 'cvSettingId'],
    },
    {
      key: 'names',
      title: (t) => t('settings.sources.names'),
      lead: (t) => t('settings.sources.namesLead'),
      items: postbackFieldNames,
    },
    {
      key: 'words',
      title: (t) => t('settings.sources.words'),
      lead: (t) => t('settings.sources.wordsLead'),
      items: reportedStatuses,
    },
  ],
};

/** Example query with the parameter names that the form shows. */
function exampleQuery(values: Readonly<Record<string, unknown>>): string {
  const nameOf = (field: keyof typeof POSTBACK_NAMES): string =>
    String(values[field] || POSTBACK_NAMES[field]).split(',')[0] ?? '';
  return `?${nameOf('order')}=A1001&${nameOf('amount')}=5000&${nameOf('clickId')}=CLICK_ID`;
}

/** Creates a source and shows its URL, which can't be shown again. */
function NewSource({ productId, onClose }: { productId: number; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const id = useId();
  const [create] = useCreatePostbackSourceMutation();
  const [created, setCreated] = useState<{ url: string; example: string }>();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const form = useFormEngine({
    id,
    entity: 'postbackSource',
    fields: postbackSourceFields,
    initial: formValues(postbackSourceFields, { ...POSTBACK_NAMES, ...POSTBACK_WORDS }),
    async save(values) {
      const textOf = (field: string): string | null => {
        const value = values[field];
        return typeof value === 'string' ? value : null;
      };
      const cvSettingId = typeof values.cvSettingId === 'number' ? values.cvSettingId : null;
      const names = recordOf(postbackFieldNames, textOf);
      const statusWords = recordOf(reportedStatuses, textOf);
      try {
        const { data } = await create({
          variables: { productId, name: String(values.name), cvSettingId, names, statusWords },
        });
        const url = data?.createPostbackSource.url;
        if (url) setCreated({ url, example: url + exampleQuery(values) });
      } catch (error) {
        setMessages([failureText(t, error)]);
      }
    },
  });
  // An accidental close by Escape, a click outside or before the response would lose the URL.
  const closedByButtonOnly = created !== undefined || form.submitting;
  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      mask={{ closable: false }}
      keyboard={!closedByButtonOnly}
      closable={!form.submitting}
      title={t(created ? 'settings.sources.secretTitle' : 'settings.sources.adding')}
      onCancel={onClose}
      footer={
        created ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          <>
            <Button disabled={form.submitting} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="primary" htmlType="submit" form={`${id}-form`} loading={form.submitting}>
              {t('settings.sources.add')}
            </Button>
          </>
        )
      }
    >
      {created ? (
        <SavedNote>
          <p>{t('settings.sources.secretLead')}</p>
          <CodeLine label={t('settings.sources.url')} text={created.url} primary />
          <CodeLine label={t('settings.sources.example')} text={created.example} />
          <CodeLine
            label={t('settings.sources.pixel')}
            text={`<img src="${created.example.replaceAll('&', '&amp;')}" width="1" height="1" alt="">`}
          />
        </SavedNote>
      ) : (
        <FormBody
          entityForm={{ form, messages, conflict: undefined }}
          definition={sourceForm}
          inDialog
          formElementId={`${id}-form`}
        />
      )}
    </Modal>
  );
}

type Source = PostbackSourcesQuery['postbackSources'][number];

/** Sources of incoming postbacks of a product: create, show the URL once, revoke. */
export function PostbackSources({ productId, mayEdit }: { productId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { selections } = useSession();
  const texts = useFieldTexts('postbackSource');
  const { data, error, refetch } = usePostbackSourcesQuery({ variables: { productId } });
  const [remove] = useDeletePostbackSourceMutation();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Source>();
  const settingOf = ({ cvSettingId }: Source): string =>
    selections.cvSetting.find(({ id }) => id === cvSettingId)?.label ?? `#${cvSettingId}`;
  return (
    <Panel
      title={t('settings.sources.title')}
      lead={t('settings.sources.lead')}
      actions={
        mayEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('settings.sources.add')}
          </Button>
        )
      }
    >
      {!data && <LoadState error={error} retry={() => void refetch()} />}
      {data?.postbackSources.length === 0 && <p>{t('settings.sources.empty')}</p>}
      <PanelRows>
        {data?.postbackSources.map((source) => (
          <PanelRow
            key={source.id}
            name={source.name}
            facts={[
              <code key="prefix">{source.prefix}…</code>,
              settingOf(source),
              `${texts.label('createdAt')} ${formatDateTime(source.createdAt)}`,
              `${texts.label('lastUsedAt')} ${source.lastUsedAt ? formatDateTime(source.lastUsedAt) : t('settings.sources.neverUsed')}`,
            ]}
            actions={
              mayEdit && (
                <Button size="small" danger type="text" onClick={() => setRevoking(source)}>
                  {t('settings.sources.revoke')}
                </Button>
              )
            }
          />
        ))}
      </PanelRows>
      {adding && (
        <NewSource
          productId={productId}
          onClose={() => {
            setAdding(false);
            void refetch();
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t('settings.sources.revoke')}
          okText={t('settings.sources.revoke')}
          danger
          run={async () => {
            await remove({ variables: { productId, id: revoking.id } });
            notify('SUCCESS', t('settings.sources.revoked'));
          }}
          onResult={({ close, reload }) => {
            if (reload) void refetch();
            if (close) setRevoking(undefined);
          }}
        >
          <p>{t('settings.sources.revokeAsk', { name: revoking.name })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
