import { useTranslation } from 'react-i18next';
import { useAdHistoryQuery, type AdPageQuery } from '../../../generated/graphql';
import { ChangeList } from '../../../kit/form/change-list';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { HistoryButton } from '../../../kit/resource/history-button';
import { StatusTag } from '../../../kit/status-tag';
import { figureText } from '../../../kit/table/number-cell';
import { formatDateTime, formatDay, parseDay } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/use-right';
import { PartState } from './part-state';
import styles from './settings.module.css';
import { ignored } from '../../../kit/ignored';

const ACTIONS = ['create', 'update', 'delete'] as const;

/** What the ad is and costs, in short. */
export function AdFacts({ ad }: { ad: AdPageQuery['ad'] }) {
  const { t } = useTranslation();
  const day = (text: string): string => formatDay(parseDay(text) ?? 0);
  const { periodFrom, periodTo } = ad;
  const period = [periodFrom && t('overview.adPage.from', { day: day(periodFrom) }), periodTo && t('overview.adPage.until', { day: day(periodTo) })].filter(Boolean).join(' ');
  const yen = (value: number | null | undefined): string => figureText(value ?? null, { unit: 'yen', showZero: true });
  const facts = [
    { key: 'factStatus', value: <StatusTag tone={ad.status ? 'good' : 'muted'}>{t(`overview.adPage.status.${ad.status ? 'on' : 'off'}`)}</StatusTag> },
    { key: 'factAsp', value: ad.asp?.label },
    { key: 'factAgency', value: ad.agency?.label },
    { key: 'factCategory', value: ad.adCategory?.label },
    { key: 'factPeriod', value: period || t('overview.adPage.unlimited') },
    { key: 'factClickCost', value: yen(ad.clickCost) },
    { key: 'factCvCost', value: yen(ad.cvCost) },
    { key: 'factUpdated', value: formatDateTime(ad.updatedAt) },
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(`overview.adPage.${key}`)}</dt>
          <dd>{value ?? <span className="ic-muted">-</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who changed the ad, for those who may read the audit trail. */
export function AdHistory({ adId }: { adId: number }) {
  return useRight('audit') === 'none' ? null : <Changes adId={adId} />;
}

function Changes({ adId }: { adId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAdHistoryQuery({ variables: { adId }, fetchPolicy: 'cache-and-network' });
  const rows = data?.auditLogs.results;
  return (
    <Panel title={t('overview.adPage.history')} lead={t('overview.adPage.historyLead')} actions={<HistoryButton of={{ entity: 'ad', id: adId }} />}>
      <PartState ready={rows !== undefined} error={error} failed={t('overview.adPage.historyFailed')} retry={() => void refetch().catch(ignored)}>
        {rows?.length === 0 ? (
          <p className="ic-muted">{t('overview.adPage.historyEmpty')}</p>
        ) : (
          <PanelRows>
            {rows?.map(({ id, at, userName, action, changes }) => {
              const known = ACTIONS.find((one) => one === action);
              return <PanelRow key={id} name={<ChangeList entity="ad" changes={changes} />} facts={[formatDateTime(at), userName || t('settings.audit.system'), known ? t(`settings.audit.${known}`) : action]} />;
            })}
          </PanelRows>
        )}
      </PartState>
    </Panel>
  );
}
