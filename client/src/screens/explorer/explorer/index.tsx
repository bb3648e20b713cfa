import { ArrowLeftOutlined } from '@ant-design/icons';
import { GraphiQLProvider } from '@graphiql/react';
import '@graphiql/react/setup-workers/vite';
import '@graphiql/react/style.css';
import type { Storage } from '@graphiql/toolkit';
import { Flex } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from '../../../../../shared/catalog';
import { currentLanguage } from '../../../i18n/i18n';
import { usePageOrigin } from '../../../kit/address';
import { usePageTitle } from '../../../kit/page';
import { ProductMark } from '../../../kit/product-mark';
import { useProductId, useSession } from '../../../session/session-context';
import { useThemeName } from '../../../theme/theme-provider';
import { translateSchema } from './docs/labels';
import { exampleQueries } from './examples';
import styles from './explorer.module.css';
import { runFetcher } from './query/run';
import { RunsContext, useRuns } from './query/runs';
import { useRunRecorder } from './side/history-panel';
import { Tokens } from './tokens';
import { useTextOf } from './use-text';
import { Workbench } from './workbench';

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
  // First-time users start with an example.
  const [tabs] = useState(() => exampleQueries(productId, t).slice(0, 1));
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
          <GraphiQLProvider fetcher={fetcher} defaultTabs={tabs} storage={storage} defaultTheme={theme}>
            <Workbench historyFailed={failed} />
          </GraphiQLProvider>
        </RunsContext>
      </main>
    </div>
  );
}
