import { ArrowLeftOutlined } from '@ant-design/icons';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { landingPath } from '../../../../../shared/catalog';
import { usePageTitle } from '../../../kit/page';
import { ProductMark } from '../../../kit/product-mark';
import { useProductId, useSession } from '../../../session/session-context';
import { useThemeName } from '../../../theme/theme-provider';
import { exampleQueries } from './examples';
import styles from './explorer.module.css';
import { Tokens } from './tokens';
import { sessionFetch } from './session-fetch';
import { userStorage } from './user-storage';

/** The API explorer: GraphiQL, with the console's own session an example of every report, and tokens for reading from outside. */
export function Explorer() {
  const { t } = useTranslation();
  usePageTitle(t('menu.explorer'));
  const productId = useProductId();
  const theme = useThemeName();
  const fetcher = useMemo(() => createGraphiQLFetcher({ url: '/graphql', fetch: sessionFetch }), []);
  const { userId } = useSession().profile;
  const storage = useMemo(() => userStorage(userId), [userId]);
  const tabs = useMemo(() => exampleQueries(productId, t), [productId, t]);
  // What a report was asked, opened as a tab of its own beside those that stand.
  const asked = useSearchParams()[0].get('query');
  return (
    <div className={styles.explorer}>
      <header className={styles.header}>
        <ProductMark size={24} />
        <h1 className={styles.title}>{t('menu.explorer')}</h1>
        <p className={styles.lead}>{t('explorer.lead')}</p>
        <Tokens />
        <Link to={landingPath} className={styles.back}>
          <ArrowLeftOutlined aria-hidden="true" /> {t('explorer.backToConsole')}
        </Link>
      </header>
      <main className={styles.body}>
        <GraphiQL
          fetcher={fetcher}
          defaultTabs={tabs}
          {...(asked && { initialQuery: asked })}
          storage={storage}
          defaultTheme={theme}
          forcedTheme={theme}
          plugins={[HISTORY_PLUGIN]}
        />
      </main>
    </div>
  );
}
