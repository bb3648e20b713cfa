import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Flex, Input, Skeleton } from 'antd';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useCreateReadTokenMutation,
  useReadTokensQuery,
  useRevokeReadTokenMutation,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { failureText } from '../../../kit/failure';
import { FieldFrame } from '../../../kit/form/field-frame';
import { PanelRow, PanelRows, Stack } from '../../../kit/page';
import { ErrorNote } from '../../../kit/states';
import { notify } from '../../../kit/notifier';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId, useSession } from '../../../session/session-context';

const WIDTH = 480;
const MAX_NAME_LENGTH = 255;
const REFETCHED = { refetchQueries: ['ReadTokens'], awaitRefetchQueries: true };

/** Personal access tokens that let a sheet or script read the active product: create, show once, revoke. */
export function Tokens() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<KeyOutlined />} onClick={() => setOpen(true)}>
        {t('explorer.tokens.title')}
      </Button>
      <Drawer
        open={open}
        destroyOnHidden
        size={WIDTH}
        title={t('explorer.tokens.title')}
        onClose={() => setOpen(false)}
      >
        <TokenList />
      </Drawer>
    </>
  );
}

function TokenList() {
  const { t } = useTranslation();
  const id = useId();
  const productId = useProductId();
  const { products } = useSession();
  const { data, error, refetch } = useReadTokensQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
  });
  const [create, creating] = useCreateReadTokenMutation(REFETCHED);
  const [revoke] = useRevokeReadTokenMutation(REFETCHED);
  const [name, setName] = useState('');
  const [newToken, setNewToken] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [revoking, setRevoking] = useState<{ id: number; name: string }>();
  const product = products.find((one) => one.id === productId)?.label ?? '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') return setFailed(t('explorer.tokens.nameRequired'));
    setFailed(undefined);
    try {
      const answer = await create({ variables: { productId, name: name.trim() } });
      setNewToken(answer.data?.createReadToken.token);
      setName('');
    } catch (failure) {
      setFailed(failureText(t, failure));
    }
  }

  return (
    <Stack>
      <p className="ic-caption ic-figures">{t('explorer.tokens.lead', { product })}</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Flex vertical align="start" gap={12}>
          <FieldFrame id={id} label={t('explorer.tokens.name')} required error={failed}>
            <Input
              id={id}
              maxLength={MAX_NAME_LENGTH}
              value={name}
              status={failed ? 'error' : ''}
              aria-describedby={`${id}-note`}
              placeholder={t('explorer.tokens.example')}
              onChange={({ target }) => setName(target.value)}
            />
          </FieldFrame>
          <Button type="primary" htmlType="submit" loading={creating.loading}>
            {t('explorer.tokens.create')}
          </Button>
        </Flex>
      </form>
      {newToken !== undefined && (
        <Alert
          type="success"
          role="status"
          title={t('explorer.tokens.once')}
          description={
            <Stack>
              <CodeLine label={t('explorer.tokens.token')} text={newToken} primary />
              <CodeLine
                label={t('explorer.tokens.usage')}
                text={`curl -H 'Authorization: Bearer ${newToken}' \\\n'${window.location.origin}/api/v1/analyses/ad_summaries/?product_id=${productId}'`}
              />
            </Stack>
          }
        />
      )}
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : data.readTokens.length === 0 ? (
        <p className="ic-caption ic-figures">{t('explorer.tokens.none')}</p>
      ) : (
        <PanelRows>
          {data.readTokens.map((one) => (
            <PanelRow
              key={one.id}
              name={one.name}
              facts={[
                `${one.prefix}…`,
                t('explorer.tokens.made', { time: formatDateTime(one.createdAt) }),
                one.lastUsedAt
                  ? t('explorer.tokens.used', { time: formatDateTime(one.lastUsedAt) })
                  : t('explorer.tokens.unused'),
              ]}
              actions={
                <Button
                  size="small"
                  danger
                  aria-label={t('explorer.tokens.revokeOf', { name: one.name })}
                  onClick={() => setRevoking(one)}
                >
                  {t('explorer.tokens.revoke')}
                </Button>
              }
            />
          ))}
        </PanelRows>
      )}
      {revoking && (
        <ConfirmDialog
          title={t('explorer.tokens.revokeOf', { name: revoking.name })}
          okText={t('explorer.tokens.revoke')}
          danger
          run={async () => {
            await revoke({ variables: { id: revoking.id } });
            notify('SUCCESS', t('explorer.tokens.revoked'));
          }}
          onResult={() => setRevoking(undefined)}
        >
          {t('explorer.tokens.revokeText')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
