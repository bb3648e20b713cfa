import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Skeleton } from 'antd';
import { isKeyOf } from '../../../../../shared/records';
import {
  useAlertHistoryQuery,
  type AlertFieldsFragment,
  type AlertHistoryQuery,
} from '../../../generated/graphql';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { MailReason } from '../../../kit/mail-reason';
import { ErrorNote, StateNote } from '../../../kit/states';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { formatDateTime, formatDay, formatWeekday, parseDay } from '../../../kit/tokyo-date';
import { currentLanguage } from '../../../i18n/i18n';
import { withAside } from '../../../i18n/punctuation';
import { boundsText, valueText, whyText } from './texts';

type AlertNotification = AlertHistoryQuery['alertHistory']['told'][number];
type Firing = AlertHistoryQuery['alertHistory']['firings'][number];

/** Poll interval while a notification waits for its first or next attempt. */
const POLL_MS = 15_000;

const TONES = {
  sent: 'good',
  waiting: 'waiting',
  failed: 'bad',
  doubtful: 'waiting',
  withheld: 'muted',
} as const satisfies Record<string, Tone>;

/** Delivery outcome of a notification. */
function OutcomeTag({ notification: { outcome } }: { notification: AlertNotification }) {
  const { t } = useTranslation();
  const known = isKeyOf(TONES, outcome) ? outcome : 'waiting';
  return <StatusTag tone={TONES[known]}>{t(`alerts.outcome.${known}`)}</StatusTag>;
}

/**
 * Reason, attempts and next attempt of a failed notification. Renders nothing for delivered or untried ones.
 */
function FailureReason({ notification }: { notification: AlertNotification }) {
  const { t } = useTranslation();
  const { outcome, attempts, nextAt } = notification;
  const why = whyText(t, notification);
  if (!why) return null;
  return (
    <>
      <MailReason text={why} />
      {outcome !== 'withheld' && attempts > 0 && ` ${t('alerts.tried', { count: attempts })}`}
      {nextAt && outcome === 'waiting' && ` ${t('alerts.nextTry', { time: formatDateTime(nextAt) })}`}
    </>
  );
}

/**
 * Returns the details of a firing: its bounds and notification outcomes. The first firing of a day also shows
 * the reasons.
 */
function detailsOf(
  t: TFunction,
  one: Firing,
  notifications: readonly AlertNotification[],
  first: boolean,
): ReactNode[] {
  const tags = notifications.map((each, index) => <OutcomeTag key={index} notification={each} />);
  const reasons = first
    ? notifications
        .filter((each) => whyText(t, each))
        .map((each, index) => <FailureReason key={index} notification={each} />)
    : [];
  return [boundsText(one, one.measure, t), ...tags, ...reasons];
}

/** Days on which the alert fired, with values, notification outcomes and a link to the report. */
export function AlertHistory({ alert }: { alert: AlertFieldsFragment }) {
  const { t } = useTranslation();
  const { data, error, refetch, startPolling, stopPolling } = useAlertHistoryQuery({
    variables: { id: alert.id },
    fetchPolicy: 'cache-and-network',
  });
  const history = data?.alertHistory;
  if (history?.told.some(({ outcome }) => outcome === 'waiting')) startPolling(POLL_MS);
  else stopPolling();
  const dayText = (text: string): string => {
    const day = parseDay(text) ?? 0;
    return withAside(formatDay(day), formatWeekday(day, currentLanguage()));
  };
  return (
    <Panel title={t('alerts.history')}>
      {!history &&
        (error ? (
          <ErrorNote title={t('form.loadFailed')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        ))}
      {history?.firings.length === 0 && (
        <StateNote title={t('alerts.noHistory')} hint={t('alerts.noHistoryHint')} />
      )}
      {history && history.firings.length > 0 && (
        <PanelRows>
          {history.firings.map((one, index) => (
            <PanelRow
              key={one.id}
              name={`${dayText(one.day)}　${one.name || t('alerts.whole')}　${valueText(one.value, one.measure)}`}
              facts={detailsOf(
                t,
                one,
                history.told.filter(({ day }) => day === one.day),
                history.firings[index - 1]?.day !== one.day,
              )}
              actions={<Link to={one.path}>{t('alerts.openReport')}</Link>}
            />
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}
