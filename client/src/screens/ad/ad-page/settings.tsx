import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdHistoryQuery, type AdPageQuery } from '../../../generated/graphql';
import { AuditSummary } from '../../../kit/form/change-list';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { Placeholder } from '../../../kit/loading';
import { HistoryButton } from '../../../kit/setting/history-button';
import { StatusTag } from '../../../kit/status-tag';
import { metricText } from '../../../kit/table/number-cell';
import { formatApiDay, formatDateTime } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';
import { PartState } from './page-state';
import styles from './ad-page.module.css';
import { ignored } from '../../../kit/ignored';

/** Settings and costs in the summary of an ad. */
const FACTS = [
  'factStatus',
  'factAsp',
  'factAgency',
  'factCategory',
  'factPeriod',
  'factClickCost',
  'factCvCost',
  'factUpdated',
] as const;

function useFacts(ad: AdPageQuery['ad'] | undefined): Record<(typeof FACTS)[number], ReactNode> | undefined {
  const { t } = useTranslation();
  if (!ad) return undefined;
  const { periodFrom, periodTo } = ad;
  const period = [
    periodFrom && t('overview.adPage.from', { day: formatApiDay(periodFrom) }),
    periodTo && t('overview.adPage.until', { day: formatApiDay(periodTo) }),
  ]
    .filter(Boolean)
    .join(' ');
  const yen = (value: number | null | undefined): string =>
    metricText(value ?? null, { unit: 'yen', showZero: true });
  return {
    factStatus: (
      <StatusTag tone={ad.status ? 'good' : 'muted'}>
        {t(`overview.adPage.status.${ad.status ? 'on' : 'off'}`)}
      </StatusTag>
    ),
    factAsp: ad.asp?.label,
    factAgency: ad.agency?.label,
    factCategory: ad.adCategory?.label,
    factPeriod: period || t('overview.adPage.unlimited'),
    factClickCost: yen(ad.clickCost),
    factCvCost: yen(ad.cvCost),
    factUpdated: formatDateTime(ad.updatedAt),
  };
}

/** Summary of an ad's settings and costs. Reserves its space while loading. */
export function AdFacts({ ad }: { ad: AdPageQuery['ad'] | undefined }) {
  const { t } = useTranslation();
  const facts = useFacts(ad);
  return (
    <dl className={`ic-flex ic-wrap ic-card ${styles.facts}`}>
      {FACTS.map((key) => (
        <div key={key}>
          <dt className="ic-hint">{t(`overview.adPage.${key}`)}</dt>
          <dd>
            {facts ? (
              (facts[key] ?? <span className="ic-muted">-</span>)
            ) : (
              <Placeholder width={88} height={14} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Change history of the ad, for users with access to the audit trail. */
export function AdHistory({ adId }: { adId: number }) {
  return useRight('audit') === 'none' ? null : <Changes adId={adId} />;
}

function Changes({ adId }: { adId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAdHistoryQuery({
    variables: { adId },
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.auditLogs.results;
  return (
    <Panel
      title={t('overview.adPage.history')}
      lead={t('overview.adPage.historyLead')}
      actions={<HistoryButton of={{ entity: 'ad', id: adId }} />}
    >
      <PartState
        ready={rows !== undefined}
        error={error}
        failed={t('overview.adPage.historyFailed')}
        retry={() => void refetch().catch(ignored)}
      >
        {rows?.length === 0 ? (
          <p className="ic-muted">{t('overview.adPage.historyEmpty')}</p>
        ) : (
          <PanelRows>
            {rows?.map(({ id, at, userName, summary, changes }) => (
              <PanelRow
                key={id}
                name={<AuditSummary summary={summary} changes={changes} />}
                facts={[formatDateTime(at), userName || t('settings.audit.system')]}
              />
            ))}
          </PanelRows>
        )}
      </PartState>
    </Panel>
  );
}
