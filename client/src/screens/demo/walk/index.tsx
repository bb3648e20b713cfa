import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWalkLinksQuery } from '../../../generated/graphql';
import { Page, Panel } from '../../../kit/page';
import { StateNote } from '../../../kit/states';
import { ErrorNote } from '../../../kit/error-note';
import { useConsoleConfig } from '../../../session/console-config';
import { useProductId, useSession } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import {
  demoLinks,
  type WalkLink,
  markedLink,
  newMark,
  readMark,
  type Click,
  type Conversion,
} from './arrivals';
import styles from './walk.module.css';
import { useState, useMemo } from 'react';
import { useNavigate, useSearchParams, Link } from 'react-router-dom';
import { AdSelect } from '../../../kit/ad-select';
import { Loading } from '../../../kit/loading';
import { LinkTest } from '../../../kit/link-test/link-test';
import { useNameSearch } from '../../../session/use-names';
import { ArrivalList } from './arrival-list';
import { Steps } from './steps';
import { useWalk, type Walk } from './use-walk';
import { withParameters } from '../../../kit/address';
import { BarChartOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons';
import { measures } from '../../../../../shared/catalog';
import { formatMeasure, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { logPaths } from '../../../kit/log/log-paths';

const MEASURES = ['adClickCount', 'pvCount', 'cvTotalFinal', 'amountSum'] as const;

/** Shows the purchase in today's report row of its ad, and a link to the credit explanation. */
function Credit({
  walk,
  purchase,
  click,
  productId,
}: {
  walk: Walk;
  purchase: Conversion;
  click: Click;
  productId: number;
}) {
  const { t } = useTranslation();
  const mayReport = useRight('analyze') !== 'none';
  const { metrics } = walk;
  const row = new URLSearchParams({
    product_id: String(productId),
    period: 'today',
    axis: 'ad',
    ad_ids: String(click.adId),
  });
  const isThere = (metrics?.cvTotalFinal ?? 0) > 0;
  return (
    <Panel title={t('walk.credit.title')} lead={t('walk.credit.lead')}>
      {mayReport && (
        <div className="ic-mb-12" aria-live="polite">
          <p className="ic-mb-8 ic-text-13 ic-strong">
            {t('walk.credit.row', { ad: click.ad?.label ?? '' })}
          </p>
          <dl className={`ic-grid ic-gap-8-16 ic-mb-8 ${styles.figures}`} aria-busy={!isThere}>
            {MEASURES.map((key) => (
              <div key={key}>
                <dt className="ic-caption">{t(`measures.${key}.label`)}</dt>
                <dd className="ic-text-16 ic-strong ic-figures">
                  {metrics
                    ? formatMeasure(metrics[key], measures[key].unit, { yen: yenAffixes[currentLanguage()] })
                    : '…'}
                </dd>
              </div>
            ))}
          </dl>
          <p className="ic-m-0 ic-note">{t(isThere ? 'walk.credit.counted' : 'walk.credit.counting')}</p>
        </div>
      )}
      <ul className="ic-grid ic-gap-8 ic-list ic-m-0 ic-text-14">
        {mayReport && (
          <li>
            <Link to={`/analyze/ad-statistics?${row}`}>
              <BarChartOutlined aria-hidden="true" /> {t('walk.credit.report')}
            </Link>
          </li>
        )}
        <li>
          <Link to={`${logPaths.conversion(purchase.eventId, purchase.cvSettingId)}#credit`}>
            <QuestionCircleOutlined aria-hidden="true" /> {t('walk.credit.why')}
          </Link>
        </li>
        <li>
          <Link to={logPaths.visitor(click.visitorId)}>
            <UserOutlined aria-hidden="true" /> {t('walk.credit.visitor')}
          </Link>
        </li>
      </ul>
    </Panel>
  );
}

/**
 * Walkthrough: steps at the left, arrivals at the right. The address holds link and mark, which survive a
 * reload.
 */
function GuidedWalk({ productId, links }: { productId: number; links: readonly WalkLink[] }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const requestedId = Number(parameters.get('link'));
  const link = links.find(({ id }) => id === requestedId) ?? links[0];
  const mark = readMark(parameters.get('walk'));
  // The link exists before it is followed. The address only holds a followed one.
  const next = useMemo(() => mark ?? newMark(), [mark]);
  const mayReport = useRight('analyze') !== 'none';
  const walk = useWalk(productId, mark, mayReport);
  const set = (changes: Readonly<Record<string, string | null>>): void =>
    setParameters((before) => withParameters(before, changes), { replace: true, preventScrollReset: true });
  if (!link) return null;
  return (
    <div className={`ic-grid ic-gap-16 ${styles.walk}`}>
      <Steps
        walk={walk}
        links={links}
        link={link}
        href={markedLink(link.redirectLink, next)}
        started={mark !== null}
        onChoose={(id) => set({ link: String(id), walk: null })}
        onFollow={() => set({ walk: next })}
        onAgain={() => set({ walk: null })}
      />
      <div className="ic-grid ic-gap-16">
        <Panel title={t('walk.arrivals.title')} lead={t('walk.arrivals.lead')}>
          <ArrivalList walk={walk} mark={mark} />
        </Panel>
        {walk.purchase && walk.click && (
          <Credit walk={walk} purchase={walk.purchase} click={walk.click} productId={productId} />
        )}
      </div>
    </div>
  );
}

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
          <label className="ic-row ic-gap-8 ic-text-13">
            <span className="ic-rigid ic-secondary" aria-hidden="true">
              {t('walk.ad')}
            </span>
            <AdSelect
              kind="ad"
              aria-label={t('walk.ad')}
              className={`ic-fill ${styles.choice}`}
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
