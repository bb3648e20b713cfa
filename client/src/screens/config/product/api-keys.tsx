import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiKeysQuery, useDeleteApiKeyMutation, type ApiKeysQuery } from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { LoadState } from '../../../kit/setting/load-state';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { NewApiKey } from './new-api-key';
import { formatDateTime } from '../../../kit/tokyo-date';

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
