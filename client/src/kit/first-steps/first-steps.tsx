import { CheckCircleFilled, CloseOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { urlForMedium } from '../../../../shared/catalog/networks';
import { isHttpUrl } from '../../../../shared/settings/fields/formats';
import { useFirstStepsQuery, type FirstStepsQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { useConsoleConfig } from '../../session/console-config';
import { useRight } from '../../session/rights';
import { CodeLine } from '../copy-button';
import { Panel } from '../page';
import { LoadState } from '../setting/load-state';
import { StatusTag } from '../status-tag';
import { formatDateTime } from '../tokyo-date';
import { useFieldTexts } from '../use-field-texts';
import styles from './first-steps.module.css';
import { salesSnippet, shops, type Shop } from './sales-snippets';
import { stepsOf, type Step, type StepState } from './use-first-steps';

/** Poll interval in milliseconds while a step waits for data. */
const POLL_MS = 3_000;

/** Steps that complete when data arrives. */
const DATA_STEPS: ReadonlySet<Step> = new Set<Step>(['tag', 'click', 'cv', 'sales']);

const httpUrl = (url: string | null | undefined): string | undefined =>
  url && isHttpUrl(url) ? url : undefined;

/** Returns the instructions of each step, with the labels of the fields to fill in. */
function useInstructions(data: FirstStepsQuery): Record<Step, string> {
  const { t } = useTranslation();
  const product = useFieldTexts('product');
  const ad = useFieldTexts('ad');
  const cv = useFieldTexts('cvSetting');
  const user = useFieldTexts('user');
  const [setting] = data.cvSettings.results;
  const byUrl = { condition: cv.label('cvCondition'), byUrl: t('enums.CvCondition.URL') };
  return {
    product: t('onboarding.steps.product.what', {
      domain: product.label('productDomain'),
      url: product.label('productUrl'),
      tracker: product.label('trackerHost'),
      ...byUrl,
    }),
    tag: t('onboarding.steps.tag.what'),
    ad: t('onboarding.steps.ad.what', {
      name: ad.label('adName'),
      url: ad.label('redirectUrl'),
      asp: ad.label('aspId'),
    }),
    click: t(clickText(data)),
    cv: setting?.cvUrl
      ? t('onboarding.steps.cv.whatReady')
      : t('onboarding.steps.cv.what', { url: cv.label('cvUrl'), ...byUrl }),
    sales: t(setting ? 'onboarding.steps.sales.what' : 'onboarding.steps.sales.whatNone'),
    user: t('onboarding.steps.user.what', {
      name: user.label('userName'),
      email: user.label('email'),
      role: user.label('roleType'),
    }),
  };
}

/** Path of the first CV setting, or of the list to create one. */
const cvSettingPath = ({ cvSettings }: FirstStepsQuery): string =>
  cvSettings.results[0] ? `/ad/cv-setting/${cvSettings.results[0].id}` : '/ad/cv-setting';

/** Returns the text of the step that registers the ad's link with the medium. */
function clickText({ ads: { results } }: FirstStepsQuery) {
  const [ad] = results;
  if (!ad) return 'onboarding.steps.click.whatNone';
  return urlForMedium(ad).isParallel ? 'onboarding.steps.click.whatDirect' : 'onboarding.steps.click.what';
}

/** Links a further page that a step may need. */
function FurtherPage({ step, data }: { step: Step; data: FirstStepsQuery }) {
  const { t } = useTranslation();
  if (step === 'product') return <Link to={cvSettingPath(data)}>{t('onboarding.steps.product.also')}</Link>;
  if (step === 'tag') return <Link to="/ad/crossdomain-setting">{t('onboarding.steps.tag.also')}</Link>;
  if (step === 'click') return <Link to="/log/live?kind=click">{t('onboarding.steps.click.also')}</Link>;
  return step === 'ad' && <Link to="/ad/asp-setting">{t('onboarding.steps.ad.also')}</Link>;
}

/** Link of an ad to register with the medium, for copying. */
function AdLine({ ad }: { ad: FirstStepsQuery['ads']['results'][number] }) {
  const { t } = useTranslation();
  const { url, isParallel } = urlForMedium(ad);
  return <CodeLine label={t(isParallel ? 'onboarding.direct' : 'onboarding.link')} text={url} />;
}

/** Code that passes on the sales of an order, for the chosen shop system. */
function SalesCode({ cvSettingId }: { cvSettingId: number }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { trackerUrl } = useConsoleConfig();
  const [shop, setShop] = useState<Shop>('gtm');
  const words = {
    amount: t('onboarding.steps.sales.amountWord'),
    order: t('onboarding.steps.sales.orderWord'),
  };
  return (
    <div className="ic-stack ic-shrink ic-gap-8">
      <Segmented<Shop>
        aria-label={t('onboarding.steps.sales.shop')}
        className={`ic-max-wide ic-scroll-x ${styles.shops}`}
        value={shop}
        onChange={setShop}
        options={shops.map((value) => ({ value, label: t(`onboarding.steps.sales.shops.${value}`) }))}
      />
      <p className="ic-hint" style={{ maxWidth: '72ch' }}>
        {t(`onboarding.steps.sales.places.${shop}`)}
      </p>
      <CodeLine
        label={t('onboarding.code')}
        text={salesSnippet(shop, { productId, cvSettingId, tracker: trackerUrl, words })}
      />
    </div>
  );
}

/** Returns where a step is done: on a page of the console or outside it. */
function targetOf(step: Step, data: FirstStepsQuery): { to: string } | { href: string } | undefined {
  const { product, ads } = data;
  switch (step) {
    case 'product':
      return { to: '/config/product#product-form' };
    case 'tag': {
      const href = httpUrl(product.productUrl);
      return href ? { href } : undefined;
    }
    case 'ad':
      return { to: '/ad/setting/new' };
    case 'click': {
      const href = httpUrl(ads.results[0] && urlForMedium(ads.results[0]).url);
      return href ? { href } : undefined;
    }
    case 'cv':
    case 'sales':
      return { to: cvSettingPath(data) };
    case 'user':
      return { to: '/config/user' };
  }
}

function StepItem({
  state,
  number,
  current,
  data,
  what,
}: {
  state: StepState;
  number: number;
  current: boolean;
  data: FirstStepsQuery;
  what: string;
}) {
  const { t } = useTranslation();
  const { step, done, at, hints } = state;
  const place = targetOf(step, data);
  const type = current ? 'primary' : 'default';
  const go = t(`onboarding.steps.${step}.go`);
  return (
    <li
      className={`ic-flex ic-align-start ic-gap-12 ${styles.step} ${done ? styles.done : ''}`}
      aria-current={current ? 'step' : undefined}
    >
      <span className={`ic-rigid ic-round ic-caption ic-strong ${styles.mark}`} aria-hidden="true">
        {done ? <CheckCircleFilled /> : number}
      </span>
      <div className={`ic-stack ic-fill ic-gap-8 ${styles.text}`}>
        <h3 className={`ic-text-14 ic-strong ${styles.name}`}>
          {t(`onboarding.steps.${step}.title`)}
          {done && (
            <span className="ic-hint ic-regular ic-ms-8">
              {at ? t('onboarding.seen', { time: formatDateTime(at) }) : t('onboarding.done')}
            </span>
          )}
        </h3>
        {!done && (
          <p className="ic-note" style={{ maxWidth: '72ch' }}>
            {what}
          </p>
        )}
        {!done && step === 'tag' && <CodeLine label={t('onboarding.tag')} text={data.product.tag} />}
        {!done && step === 'sales' && data.cvSettings.results[0] && (
          <SalesCode cvSettingId={data.cvSettings.results[0].id} />
        )}
        {!done && step === 'click' && data.ads.results[0] && <AdLine ad={data.ads.results[0]} />}
        {hints.map((hint) => (
          <p key={hint} className="ic-warning ic-text-13">
            {hint}
          </p>
        ))}
        {current && DATA_STEPS.has(step) && <StatusTag tone="waiting">{t('onboarding.watching')}</StatusTag>}
      </div>
      {!done && place && (
        <span className={`ic-row ic-rigid ic-wrap ic-gap-8-16 ${styles.go}`}>
          <FurtherPage step={step} data={data} />
          {'to' in place ? (
            <Link to={place.to}>
              <Button type={type} tabIndex={-1}>
                {go}
              </Button>
            </Link>
          ) : (
            <Button type={type} href={place.href} target="_blank" rel="noreferrer">
              {go}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

/**
 * Steps to a first conversion: what to do, and which steps the received data shows as done. Updates itself.
 */
export function FirstSteps({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const users = useRight('users') === 'edit';
  const [pollInterval, setPollInterval] = useState(POLL_MS);
  const { data, error, refetch } = useFirstStepsQuery({
    variables: { productId, users },
    pollInterval,
    skipPollAttempt: () => document.hidden,
  });
  const steps = data && stepsOf(data);
  const complete = steps?.every(({ done }) => done) === true;
  useEffect(() => setPollInterval(complete ? 0 : POLL_MS), [complete]);
  const close = (
    <Button type="text" icon={<CloseOutlined />} onClick={onClose}>
      {t('onboarding.hide')}
    </Button>
  );
  return (
    <Panel title={t('onboarding.title')} lead={t('onboarding.lead')} actions={close}>
      {data && steps ? (
        <Steps data={data} steps={steps} complete={complete} />
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
    </Panel>
  );
}

function Steps({
  data,
  steps,
  complete,
}: {
  data: FirstStepsQuery;
  steps: readonly StepState[];
  complete: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const what = useInstructions(data);
  const done = steps.filter((state) => state.done).length;
  const current = steps.find((state) => !state.done)?.step;
  const list = useRef<HTMLOListElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      hadFocus.current = target instanceof Node && list.current?.contains(target) === true;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  useEffect(() => {
    // Completing a step removes its link, and with it the focus of a user who returned to it.
    if (hadFocus.current && document.activeElement === document.body)
      list.current
        ?.querySelector<HTMLElement>('[aria-current=step] a, [aria-current=step] button')
        ?.focus({ preventScroll: true });
  }, [current]);
  const reports = steps.some(({ step, done: arrived }) => step === 'cv' && arrived);
  return (
    <>
      <div className={`ic-row ic-wrap ic-gap-4-12 ic-mb-8 ic-note ${styles.progress}`} role="status">
        <progress max={steps.length} value={done} aria-label={t('onboarding.title')} />
        <span>
          {complete ? t('onboarding.complete') : t('onboarding.progress', { count: steps.length, done })}
        </span>
        {reports && <Link to="/analyze/ad-statistics?period=today">{t('onboarding.toReport')}</Link>}
      </div>
      <ol ref={list} className="ic-list">
        {steps.map((state, index) => (
          <StepItem
            key={state.step}
            state={state}
            number={index + 1}
            current={state.step === current}
            data={data}
            what={what[state.step]}
          />
        ))}
      </ol>
    </>
  );
}
