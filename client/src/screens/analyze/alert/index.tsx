import { useTranslation } from 'react-i18next';
import {
  AlertChannel,
  AlertCondition,
  AlertScope,
  findMeasure,
  formatFigureCondition,
  measureKeys,
  readFigureConditions,
} from '../../../../../shared/catalog';
import { hasThreshold, thresholdValue } from '../../../../../shared/catalog/alert';
import {
  type AlertFieldsFragment,
  useAlertTestLazyQuery,
  useAlertHistoryQuery,
  type AlertHistoryQuery,
} from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { MeasureField, MeasureNames } from '../../../kit/form/measure-field';
import type { FormValues } from '../../../kit/form/form-definition';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import { Stack, Panel, PanelRow, PanelRows } from '../../../kit/page';
import { formatApiDay, formatDay, parseDay, formatDateTime, formatWeekday } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';
import { AlertTrial } from './alert-trial';
import { boundsText, valueText, whyText } from './texts';
import { ExperimentOutlined } from '@ant-design/icons';
import { Button, Select, Skeleton } from 'antd';
import { StateNote } from '../../../kit/states';
import { ErrorNote } from '../../../kit/error-note';
import { AlertEvaluation } from './alert-evaluation';
import { locales } from '../../../../../shared/i18n/messages';
import { FieldFrame } from '../../../kit/form/field-frame';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import { DisplayValue } from '../../../kit/form/field-value';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isKeyOf } from '../../../../../shared/records';
import { MailReason } from '../../../kit/mail-reason';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { currentLanguage } from '../../../i18n/i18n';
import { joinList, withAside } from '../../../i18n/punctuation';
import { FigureConditions, figureChips } from '../../../kit/filter/figure-conditions';
import { useFigureColumns } from '../../../kit/report/use-figure-filter';

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
function AlertHistory({ alert }: { alert: AlertFieldsFragment }) {
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

/** The typed threshold in the unit of the selected measure, or the meaning of that of the pace. */
export function ThresholdText({
  measure,
  threshold,
  rule,
}: {
  measure: unknown;
  threshold: unknown;
  rule?: unknown;
}) {
  const { t } = useTranslation();
  if (rule === AlertCondition.PACE) return <p className="ic-muted">{t('alerts.tolerance')}</p>;
  const key = typeof measure === 'string' ? findMeasure(measure) : null;
  // The form holds typed values as text.
  const typed = normaliseNumber(String(threshold ?? ''));
  if (!key || typeof measure !== 'string' || typed === '' || !Number.isFinite(Number(typed))) return null;
  return <p className="ic-muted">{valueText(thresholdValue(key, Number(typed)), measure)}</p>;
}

const FIGURES = 'figures';

/** Conditions on the day's metric values, without which a case is not checked. */
function FiguresField() {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const columns = useFigureColumns();
  const stored = form.values[FIGURES];
  const values = readFigureConditions(typeof stored === 'string' ? stored : null).map(formatFigureCondition);
  const label = texts.label(FIGURES);
  if (form.readOnly) {
    const { fields } = figureChips(values, columns, t);
    const words = fields.map(({ label: name, choices: [choice] }) => `${name} ${choice?.label ?? ''}`);
    return <DisplayValue label={label}>{joinList(words)}</DisplayValue>;
  }
  const id = fieldId(form, FIGURES);
  return (
    <FieldFrame id={id} label={label} error={form.errors[FIGURES]}>
      <div id={id} role="group" aria-label={label} style={{ maxWidth: 360 }}>
        <FigureConditions
          columns={columns}
          values={values}
          hint={texts.hint(FIGURES)}
          onChange={(next) => form.set(FIGURES, next.join(',') || null)}
        />
      </div>
    </FieldFrame>
  );
}

const NAME = 'locale';

/** Language of the notifications. */
function LocaleField() {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const chosen = locales.find((one) => one === form.values[NAME]) ?? 'ja';
  if (form.readOnly) {
    return <DisplayValue label={texts.label(NAME)}>{t(`alerts.languages.${chosen}`)}</DisplayValue>;
  }
  const id = fieldId(form, NAME);
  return (
    <FieldFrame id={id} label={texts.label(NAME)} error={form.errors[NAME]}>
      <Select
        id={id}
        style={{ width: 240 }}
        value={chosen}
        aria-label={texts.label(NAME)}
        options={locales.map((value) => ({ value, label: t(`alerts.languages.${value}`) }))}
        onChange={(value) => form.set(NAME, value)}
      />
    </FieldFrame>
  );
}

/** Evaluates the saved alert for the last finished day and shows the result. */
function AlertTest({ alert }: { alert: { id: number; measure: string } }) {
  const { t } = useTranslation();
  const [test, { data, error, loading }] = useAlertTestLazyQuery({ fetchPolicy: 'no-cache' });
  const run = (): void => void test({ variables: { id: alert.id } });
  return (
    <Panel
      title={t('alerts.test')}
      lead={t('alerts.testLead')}
      actions={
        <Button icon={<ExperimentOutlined />} loading={loading} onClick={run}>
          {t('alerts.test')}
        </Button>
      }
    >
      {error && <ErrorNote title={t('alerts.cantTest')} error={error} retry={run} />}
      {data && <AlertEvaluation evaluation={data.alertTest} measure={alert.measure} />}
    </Panel>
  );
}

const byThreshold = ({ rule }: FormValues): boolean => hasThreshold(rule);
const ofOneAd = ({ scope }: FormValues): boolean => scope === AlertScope.ONE_AD;
const byMail = ({ channel }: FormValues): boolean => channel === AlertChannel.MAIL;
const byWebhook = ({ channel }: FormValues): boolean => channel === AlertChannel.WEBHOOK;

/** Last firing of the alert, in the unit of the measure at that time. */
function LastRaised({
  row: { lastDay, lastMeasure, lastValue, lastLow, lastHigh, measure: now },
}: {
  row: AlertFieldsFragment;
}) {
  const { t } = useTranslation();
  if (!lastDay || lastValue == null) return <span className="ic-muted">{t('alerts.never')}</span>;
  const measure = lastMeasure ?? now;
  const reason = t('alerts.lastReason', {
    value: valueText(lastValue, measure),
    why: boundsText({ value: lastValue, low: lastLow ?? null, high: lastHigh ?? null }, measure, t),
  });
  return <>{`${formatApiDay(lastDay)} ${reason}`}</>;
}

/** Readers test the saved alert. Editors test it in the form. */
function ForReaders({ alert }: { alert: AlertFieldsFragment }) {
  return useRight('alerts') === 'edit' ? null : <AlertTest alert={alert} />;
}

/** Alerts: measures monitored daily. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.alert, {
    key: 'alert',
    opens: 'page',
    hasStatus: true,
    form: {
      entity: 'alert',
      sections: [
        {
          key: 'basic',
          title: (t) => t('settings.section.basic'),
          items: [
            { name: 'title', autoFocus: true },
            { render: () => <MeasureField name="measure" keys={measureKeys} /> },
            { name: 'rule', whole: true },
            {
              name: 'threshold',
              when: byThreshold,
              required: byThreshold,
              after: ({ values: { measure, threshold, rule } }) => (
                <ThresholdText measure={measure} threshold={threshold} rule={rule} />
              ),
            },
            { render: () => <FiguresField /> },
            { name: 'scope', whole: true },
            { name: 'adId', when: ofOneAd, required: ofOneAd },
          ],
        },
        {
          key: 'notice',
          title: (t) => t('alerts.told'),
          items: [
            'hour',
            { name: 'channel', whole: true },
            { name: 'recipients', when: byMail, required: byMail },
            { name: 'webhookUrl', when: byWebhook, required: byWebhook },
            { render: () => <LocaleField /> },
            { name: 'status', whole: true },
            { whole: true, render: (form) => !form.readOnly && <AlertTrial form={form} /> },
          ],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('title', { width: 200 }),
      column.text('measure', { width: 150, render: ({ measure }) => <MeasureNames names={measure} /> }),
      column.choice('rule', 'AlertCondition', { width: 168 }),
      column.choice('scope', 'AlertScope', { width: 130 }),
      column.choice('channel', 'AlertChannel', { width: 100 }),
      column.text('lastDay', { width: 320, sortable: false, render: (row) => <LastRaised row={row} /> }),
      column.day('judgedDay', { width: 130 }),
      column.status('status'),
      column.time('updatedAt', { hidden: true }),
    ],
    filters: [
      { name: 'rule', enumeration: 'AlertCondition' },
      { name: 'channel', enumeration: 'AlertChannel' },
      { name: 'status', enumeration: 'Status' },
    ],
    nextStep: (one) => <AlertTest alert={one} />,
    belowForm: (one) => (
      <Stack>
        <ForReaders alert={one} />
        <AlertHistory alert={one} />
      </Stack>
    ),
  }),
);
