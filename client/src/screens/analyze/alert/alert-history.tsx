import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Skeleton } from 'antd';
import { isKeyOf } from '../../../../../shared/records';
import { useAlertHistoryQuery, type AlertFieldsFragment, type AlertHistoryQuery } from '../../../generated/graphql';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { ErrorNote } from '../../../kit/error-note';
import { StateNote } from '../../../kit/states';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { formatDay, formatWeekday, parseDay } from '../../../kit/tokyo-date';
import { currentLanguage } from '../../../i18n/i18n';
import { boundsText, valueText } from './case-words';

type Told = AlertHistoryQuery['alertHistory']['told'][number];

const TONES = { sent: 'good', waiting: 'waiting', failed: 'bad', doubtful: 'waiting', withheld: 'muted' } as const satisfies Record<string, Tone>;

/** What became of telling of a day. */
function ToldTag({ told: { outcome, reason } }: { told: Told }) {
  const { t } = useTranslation();
  const known = isKeyOf(TONES, outcome) ? outcome : 'waiting';
  return (
    <span title={reason ?? undefined}>
      <StatusTag tone={TONES[known]}>{t(`alerts.outcome.${known}`)}</StatusTag>
    </span>
  );
}

/** The days that raised an alert, with their numbers, what became of telling, and the report behind. */
export function AlertHistory({ alert }: { alert: AlertFieldsFragment }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAlertHistoryQuery({ variables: { id: alert.id }, fetchPolicy: 'cache-and-network' });
  const history = data?.alertHistory;
  const dayText = (text: string): string => {
    const day = parseDay(text) ?? 0;
    return `${formatDay(day)}（${formatWeekday(day, currentLanguage())}）`;
  };
  return (
    <Panel title={t('alerts.history')}>
      {!history && (error ? <ErrorNote title={t('form.loadFailed')} hint={t('list.errorHint')} error={error} retry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 3 }} title={false} />)}
      {history?.firings.length === 0 && <StateNote title={t('alerts.noHistory')} hint={t('alerts.noHistoryHint')} />}
      {history && history.firings.length > 0 && (
        <PanelRows>
          {history.firings.map((one) => (
            <PanelRow
              key={one.id}
              name={`${dayText(one.day)}　${one.name || t('alerts.whole')}　${valueText(one.value, one.measure)}`}
              facts={[boundsText(one, one.measure, t), ...history.told.filter(({ day }) => day === one.day).map((told) => <ToldTag key={told.outcome} told={told} />)]}
              actions={<Link to={one.path}>{t('alerts.openReport')}</Link>}
            />
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}
