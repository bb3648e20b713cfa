import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWalkLinksQuery } from '../../../generated/graphql';
import { Page } from '../../../kit/page';
import { ErrorNote } from '../../../kit/error-note';
import { StateNote } from '../../../kit/states';
import { useConsoleConfig } from '../../../session/console-config';
import { useProductId, useSession } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import { GuidedWalk } from './guided-walk';
import { demoLinks } from './links';
import styles from './walk.module.css';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AdSelect } from '../../../kit/ad-select';
import { Panel } from '../../../kit/panel';
import { Loading } from '../../../kit/loading';
import { LinkTest } from '../../../kit/link-test/link-test';
import { useNameSearch } from '../../../session/use-names';

/** Link test of one of the user's ads, if there is no demo site. */
function LinkTestOfAd({ hasDemo }: { hasDemo: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const newest = useNameSearch('ad', '');
  const mayRun = useRight('asps') === 'edit';
  const mayCreate = useRight('ads') === 'edit';
  const [chosen, setChosen] = useState<number>();
  const adId = chosen ?? newest.names[0]?.id;
  return (
    <Panel
      title={t('walk.rehearsal.title')}
      lead={t(hasDemo ? 'walk.rehearsal.leadBeside' : 'walk.rehearsal.lead')}
    >
      {!mayRun ? (
        <StateNote title={t('walk.rehearsal.noRight')} hint={t('walk.rehearsal.noRightHint')} />
      ) : adId === undefined && (newest.searching || newest.failed) ? (
        newest.failed ? (
          <StateNote tone="error" title={t('report.choicesFailed')} />
        ) : (
          <Loading />
        )
      ) : adId === undefined ? (
        <StateNote
          title={t('walk.rehearsal.noAds')}
          hint={t('walk.rehearsal.noAdsHint')}
          action={
            mayCreate && (
              <Button type="primary" onClick={() => void navigate('/ad/setting')}>
                {t('walk.rehearsal.makeAd')}
              </Button>
            )
          }
        />
      ) : (
        <div className="ic-grid ic-gap-16">
          <label className={`ic-row ic-gap-8 ic-text-13 ${styles.adChoice}`}>
            <span aria-hidden="true">{t('walk.ad')}</span>
            <AdSelect
              kind="ad"
              aria-label={t('walk.ad')}
              className={styles.choice ?? ''}
              value={adId}
              onChange={setChosen}
            />
          </label>
          <LinkTest key={adId} adId={adId} />
        </div>
      )}
    </Panel>
  );
}

/**
 * Walkthrough from an ad link to the credit of the purchase: live on the demo site, otherwise as a link test.
 */
export function DemoWalk() {
  const { t } = useTranslation();
  const maySeeLinks = useRight('redirects') !== 'none';
  // Queried with the page head, because the content below waits for nothing else.
  const links = useWalkLinksQuery({ variables: { productId: useProductId() }, skip: !maySeeLinks });
  return (
    <Page title={t('walk.title')} lead={t('walk.lead')}>
      <Content linksQuery={links} maySeeLinks={maySeeLinks} />
    </Page>
  );
}

function Content({
  linksQuery: { data, error, refetch },
  maySeeLinks,
}: {
  linksQuery: ReturnType<typeof useWalkLinksQuery>;
  maySeeLinks: boolean;
}) {
  const { t } = useTranslation();
  const { demoProductId, version } = useConsoleConfig();
  const productId = useProductId();
  const { products, chooseProduct } = useSession();
  const maySeeLogs = useRight('logs') !== 'none';
  if (!maySeeLinks || !maySeeLogs) return <Panelled title={t('walk.noRight')} hint={t('walk.noRightHint')} />;
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />;
  // Without a version, the server hasn't reported yet whether a demo site exists.
  if (!data || version === '') return <Skeleton active paragraph={{ rows: 10 }} />;
  const links = demoProductId === productId ? demoLinks(data.redirects.results) : [];
  if (links.length > 0) return <GuidedWalk productId={productId} links={links} />;
  // An agency without a link to the demo site has no walkthrough there.
  const elsewhere = demoProductId === productId ? undefined : products.find(({ id }) => id === demoProductId);
  return (
    <>
      {elsewhere && (
        <Panelled
          title={t('walk.elsewhere')}
          hint={t('walk.elsewhereHint')}
          action={
            <Button type="primary" onClick={() => chooseProduct(elsewhere.id)}>
              {t('walk.chooseProduct', { product: elsewhere.label })}
            </Button>
          }
        />
      )}
      <LinkTestOfAd hasDemo={elsewhere !== undefined} />
    </>
  );
}

const Panelled = (props: Parameters<typeof StateNote>[0]) => (
  <div className="ic-card ic-mb-16">
    <StateNote {...props} />
  </div>
);
