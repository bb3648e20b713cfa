import { ArrowLeftOutlined, KeyOutlined } from '@ant-design/icons';
import { GraphiQLProvider } from '@graphiql/react';
import '@graphiql/react/setup-workers/vite';
import '@graphiql/react/style.css';
import type { Storage } from '@graphiql/toolkit';
import { Flex, Alert, Button, Drawer, Input, Skeleton } from 'antd';
import { useMemo, useState, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../../shared/catalog';
import { currentLanguage } from '../../../i18n/i18n';
import { usePageOrigin } from '../../../kit/page-origin';
import { usePageTitle, PanelRow, PanelRows, Stack } from '../../../kit/page';
import { ProductMark } from '../../../kit/product-mark';
import { useProductId, useSession } from '../../../session/session-context';
import { useThemeName } from '../../../theme/theme-provider';
import { translateSchema } from './docs/labels';
import { exampleQueries } from './examples';
import styles from './explorer.module.css';
import { runFetcher } from './query/run';
import { RunsContext, useRuns } from './query/runs';
import { useRunRecorder } from './side/history-panel';
import { useTextOf } from './use-text';
import { Workbench } from './workbench';
import {
  useCreateReadTokenMutation,
  useReadTokensQuery,
  useRevokeReadTokenMutation,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { failureText } from '../../../kit/failure';
import { FieldFrame } from '../../../kit/form/field-frame';
import { ErrorNote } from '../../../kit/error-note';
import { notify } from '../../../kit/notifier';
import { formatDateTime } from '../../../kit/tokyo-date';

const WIDTH = 480;
const MAX_NAME_LENGTH = 255;
const REFETCHED = { refetchQueries: ['ReadTokens'], awaitRefetchQueries: true };

/** Personal access tokens that let a sheet or script read the active product: create, show once, revoke. */
function Tokens() {
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
          <FieldFrame
            id={id}
            label={t('explorer.tokens.name')}
            required
            typed={{ value: name, max: MAX_NAME_LENGTH }}
            error={failed}
          >
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

/** Key of GraphiQL's stored tabs. */
const TABS = 'graphiql:tabState';

/** Local storage of one user's tabs, separate from other users of the browser. */
function userStorage(userId: number): Storage {
  const prefix = `ic_${userId}_`;
  const own = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}graphiql:`));
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear: () => own().forEach((key) => localStorage.removeItem(key)),
    get length() {
      return own().length;
    },
  };
}

/**
 * API explorer: queries in the user's session, responses as tables, charts and files, and read tokens for
 * external tools.
 */
export function Explorer() {
  const { t } = useTranslation();
  usePageTitle(t('menu.explorer'));
  const origin = usePageOrigin(landingPath);
  const productId = useProductId();
  const theme = useThemeName();
  const { userId } = useSession().profile;
  const storage = useMemo(() => userStorage(userId), [userId]);
  // First-time users start with an example. Tabs of an earlier visit have their own variables.
  const [start] = useState(() => {
    const defaultTabs = exampleQueries(productId, t).slice(0, 1);
    const initialVariables = defaultTabs[0]?.variables ?? '';
    return { defaultTabs, ...(storage.getItem(TABS) === null && { initialVariables }) };
  });
  const { record, failed } = useRunRecorder();
  const runs = useRuns(record);
  const text = useTextOf();
  // A new language creates a new fetcher, which makes the editors reload the schema.
  const fetcher = useMemo(
    () => runFetcher(runs.begin, (schema) => translateSchema(currentLanguage(), text, schema)),
    [runs.begin, text],
  );
  return (
    <div className={`ic-stack ${styles.explorer}`}>
      <header className="ic-rigid ic-line-bottom ic-surface ic-p-8-16">
        <Flex align="center" gap={12} className={`ic-nowrap ic-text-13 ${styles.header}`}>
          <ProductMark size={24} />
          <h1 className="ic-ellipsis ic-text-16">{t('menu.explorer')}</h1>
          <p className="ic-fill ic-ellipsis ic-secondary">{t('explorer.lead')}</p>
          <Tokens />
          <Link to={origin.to} aria-label={t('explorer.backToConsole')}>
            <ArrowLeftOutlined aria-hidden="true" /> <span>{t('explorer.backToConsole')}</span>
          </Link>
        </Flex>
      </header>
      <main className={`ic-flex ic-fill ${styles.row}`}>
        <RunsContext value={runs}>
          <GraphiQLProvider fetcher={fetcher} {...start} storage={storage} defaultTheme={theme}>
            <Workbench historyFailed={failed} />
          </GraphiQLProvider>
        </RunsContext>
      </main>
    </div>
  );
}
