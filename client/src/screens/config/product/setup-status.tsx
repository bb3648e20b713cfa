import type { TFunction } from 'i18next';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isHttpUrl } from '../../../../../shared/settings/fields/formats';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import {
  useProductSetupQuery,
  type ProductFieldsFragment,
  type ProductSetupQuery,
} from '../../../generated/graphql';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import styles from './product.module.css';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';

/** Element ids on the product page. */
export const FORM_PLACE = 'product-form';
export const TAG_PLACE = 'product-tag';

interface Step {
  readonly to: string;
  readonly place: (t: TFunction) => string;
}

const form: Step = { to: `#${FORM_PLACE}`, place: (t) => t('settings.section.basic') };
const tag: Step = { to: `#${TAG_PLACE}`, place: (t) => t('settings.product.tagSection') };
const crossdomains: Step = {
  to: '/ad/crossdomain-setting',
  place: (t) => t('menu.crossdomain_setting'),
};
const cvSettings: Step = { to: '/ad/cv-setting', place: (t) => t('menu.cv_setting') };

/** Where to fix each missing step, by the server's code. */
const steps: Readonly<Record<string, Step>> = {
  no_domain: form,
  no_cv_setting: cvSettings,
  no_ad: { to: '/ad/setting', place: (t) => t('menu.ad_setting') },
  no_hit: tag,
  only_servers: tag,
  silent_landings: tag,
  wrong_domain: crossdomains,
  cv_elsewhere: crossdomains,
  only_excluded: { ...form, place: (t) => t('settings.section.measurement') },
  wrong_order: tag,
  no_click: { to: '/ad/ad', place: (t) => t('menu.ad') },
  no_conversion: cvSettings,
  bad_events: { to: '/log/refused', place: (t) => t('menu.log_refused') },
};

const stepOf = (code: string): Step | undefined => steps[code];

/** Poll intervals before and after setup is complete. */
const WAITING_MS = 4_000;
const RUNNING_MS = 30_000;

type Setup = ProductSetupQuery['productSetup'];
const timeText = (time: string): string => formatDateTime(time);

/** Setup status of a product: tag activity, latest arrivals and missing steps. Updates itself. */
export function SetupStatus({ product }: { product: ProductFieldsFragment }) {
  const { t } = useTranslation();
  const [pollInterval, setPollInterval] = useState(WAITING_MS);
  const { data, error, refetch } = useProductSetupQuery({
    variables: { id: product.id },
    fetchPolicy: 'network-only',
    pollInterval,
  });
  const setup = data?.productSetup;
  const checkedVersion = useRef(product.version);
  useEffect(() => {
    // The saved change may have completed a missing step.
    if (checkedVersion.current !== product.version) void refetch();
    checkedVersion.current = product.version;
  }, [product.version, refetch]);
  const complete = setup?.missing.length === 0;
  useEffect(() => setPollInterval(complete ? RUNNING_MS : WAITING_MS), [complete]);
  const site = product.productUrl && isHttpUrl(product.productUrl) ? product.productUrl : undefined;
  return (
    <Panel
      title={t('settings.hits.title')}
      actions={
        site && (
          <Button size="small" href={site} target="_blank" rel="noreferrer">
            {t('settings.hits.check')}
          </Button>
        )
      }
    >
      {setup ? <SetupFacts setup={setup} /> : <LoadState error={error} retry={() => void refetch()} />}
    </Panel>
  );
}

function SetupFacts({ setup }: { setup: Setup }) {
  const { t } = useTranslation();
  const { lastTagAt, lastAccessAt, lastClickAt, lastConversionAt, missing, hosts, cvSettings, badEvents } =
    setup;
  const mayOpenLogs = useRight('logs') !== 'none';
  const fact = (time: string | null | undefined) => [
    time ? t('settings.hits.last', { time: timeText(time) }) : t('settings.hits.none'),
  ];
  const mark = (time: string | null | undefined, text: string) => (
    <StatusTag tone={time ? 'good' : 'waiting'}>{text}</StatusTag>
  );
  return (
    <div role="status">
      {missing.length > 0 && (
        <ul className={`ic-rounded ic-mb-12 ic-warning ic-text-13 ${styles.missing}`}>
          {missing.map(({ code, label }) => {
            const step = stepOf(code);
            return (
              <li key={code}>
                {label}{' '}
                {step && <Link to={step.to}>{t('settings.hits.goTo', { place: step.place(t) })}</Link>}
              </li>
            );
          })}
        </ul>
      )}
      <PanelRows>
        <PanelRow
          name={mark(lastTagAt, t(lastTagAt ? 'settings.hits.speaking' : 'settings.hits.waiting'))}
          facts={
            lastTagAt || !lastAccessAt
              ? fact(lastTagAt)
              : [t('settings.hits.lastElsewhere', { time: timeText(lastAccessAt) })]
          }
        />
        <PanelRow
          name={mark(lastClickAt, t(lastClickAt ? 'settings.hits.clickArrived' : 'settings.hits.clicks'))}
          facts={fact(lastClickAt)}
          actions={mayOpenLogs && <Link to="/log/live?kind=click">{t('settings.hits.live')}</Link>}
        />
        {cvSettings.length === 0 && (
          <PanelRow
            name={mark(lastConversionAt, t('settings.hits.conversions'))}
            facts={fact(lastConversionAt)}
          />
        )}
        {cvSettings.map(({ id, title, lastConversionAt: last }) => (
          <PanelRow
            key={id}
            name={mark(last, `${t('settings.hits.conversions')} ・ ${title}`)}
            facts={fact(last)}
          />
        ))}
        {hosts
          .filter(({ known }) => !known)
          .map(({ host, views }) => (
            <PanelRow
              key={host}
              name={<StatusTag tone="bad">{host}</StatusTag>}
              facts={[t('settings.hits.unknownHost', { count: views })]}
            />
          ))}
        {badEvents.map(({ door, reason, count, lastAt }) => (
          <PanelRow
            key={`${door} ${reason}`}
            name={<StatusTag tone="bad">{rejectionText(t, reason)}</StatusTag>}
            facts={[t('settings.hits.refused', { count }), timeText(lastAt)]}
          />
        ))}
      </PanelRows>
    </div>
  );
}
