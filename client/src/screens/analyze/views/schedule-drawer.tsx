import { Alert, Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useCreateReportScheduleMutation,
  useDeleteReportScheduleMutation,
  useSendReportTestMutation,
  useUpdateReportScheduleMutation,
  type ReportSchedulePartsFragment as Schedule,
  type SavedViewPartsFragment as View,
  useReportDeliveriesQuery,
  useReportTestsQuery,
} from '../../../generated/graphql';
import { withHeading, withAside } from '../../../i18n/punctuation';
import { failureText, refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { firstValues, ScheduleFields, valuesOf, type ScheduleErrors } from './schedule-fields';
import { SmtpNote } from './smtp-note';
import styles from './views.module.css';
import { reasonText, whenText, outcomeOf } from './schedule-texts';
import { ErrorNote } from '../../../kit/error-note';
import { MailReason } from '../../../kit/mail-reason';
import { StatusTag } from '../../../kit/status-tag';

/** Poll interval while a mail is being sent. */
const POLL_MS = 2000;
/** Poll interval while a mail waits for a retry. */
const RETRY_POLL_MS = 15_000;

/**
 * Mails sent for a schedule, with recipients and outcomes. Without a schedule, shows the user's test mails of
 * the view.
 */
function DeliveryHistory({ viewId, scheduleId }: { viewId: number; scheduleId: number | undefined }) {
  const { t } = useTranslation();
  const ofSchedule = useReportDeliveriesQuery({
    variables: { scheduleId: scheduleId ?? 0 },
    skip: scheduleId === undefined,
    fetchPolicy: 'network-only',
  });
  const tests = useReportTestsQuery({
    variables: { viewId },
    skip: scheduleId !== undefined,
    fetchPolicy: 'network-only',
  });
  const { error, refetch, startPolling, stopPolling } = scheduleId === undefined ? tests : ofSchedule;
  const mails = ofSchedule.data?.reportDeliveries ?? tests.data?.reportTests;
  const waiting = mails?.filter(({ outcome }) => outcome === null) ?? [];
  if (waiting.length > 0)
    startPolling(waiting.some(({ attempts }) => attempts === 0) ? POLL_MS : RETRY_POLL_MS);
  else stopPolling();
  if (error && !mails) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!mails) return <Skeleton active title={false} />;
  if (mails.length === 0) return <p className="ic-mt-4 ic-break ic-hint">{t('views.historyEmpty')}</p>;
  return (
    <ul className={`ic-list ${styles.mails}`}>
      {mails.map(({ id, userName, test, forTime, outcome, reason, nextAt }) => {
        const { text, tone } = outcomeOf(t, outcome ?? null);
        const why = reasonText(t, reason ?? null, outcome ?? null);
        return (
          <li key={id}>
            <span className="ic-row ic-wrap ic-gap-4-12 ic-figures">
              <span className="ic-muted">{formatDateTime(forTime).slice(0, -3)}</span>
              <span className="ic-fill">
                {test ? withAside(userName ?? '-', t('views.test')) : (userName ?? t('views.chatName'))}
              </span>
              <StatusTag tone={tone}>{text}</StatusTag>
            </span>
            {(why || (nextAt && outcome === null && reason)) && (
              <p className="ic-mt-4 ic-break ic-hint">
                {why && <MailReason text={why} />}
                {nextAt &&
                  outcome === null &&
                  reason &&
                  ` ${t('views.nextTry', { time: formatDateTime(nextAt) })}`}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ScheduleDrawerProps {
  view: Pick<View, 'id' | 'title' | 'productId'>;
  schedule: Schedule | undefined;
  /** Called after a change is saved. */
  onChange: () => void;
  onClose: () => void;
}

/**
 * Mail schedule of a view with a test mail and the delivery history. Schedules of other users can only be
 * paused or deleted.
 */
export function ScheduleDrawer({ view, schedule, onChange, onClose }: ScheduleDrawerProps) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const [create] = useCreateReportScheduleMutation();
  const [update] = useUpdateReportScheduleMutation();
  const [remove] = useDeleteReportScheduleMutation();
  const [send] = useSendReportTestMutation();
  const [values, setValues] = useState(() => (schedule ? valuesOf(schedule) : firstValues(profile.userId)));
  const [errors, setErrors] = useState<ScheduleErrors>({});
  const [busy, setBusy] = useState<string>();
  const [sent, setSent] = useState(0);
  const own = schedule?.own !== false;
  /**
   * The pressed button shows its own loading state. Disabling it would move the focus to the top of the page.
   */
  const isBlocked = (what: string): boolean => busy !== undefined && busy !== what;

  async function run(what: string, done: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(what);
    setErrors({});
    try {
      await work();
      notify('SUCCESS', done);
      onChange();
      return true;
    } catch (failure) {
      const { fields } = refusalOf(failure);
      setErrors({
        ...Object.fromEntries(
          Object.entries(fields).map(([name, texts]) => [name.replace(/\[.*/, ''), texts[0]]),
        ),
        form: failureText(t, failure, { fields: false }),
      });
      return false;
    } finally {
      setBusy(undefined);
    }
  }
  async function save(): Promise<void> {
    if (values.recipients.length === 0 && !values.webhookUrl)
      return setErrors({ recipients: t('views.recipientsRequired') });
    if (!schedule)
      await run('save', t('views.started'), () =>
        create({ variables: { input: { viewId: view.id, ...values } } }),
      );
    else
      await run('save', t('views.changed'), () =>
        update({
          variables: { id: schedule.id, input: { ...values, paused: false, version: schedule.version } },
        }),
      );
  }
  const pause = ({ id, version }: Schedule) =>
    run('pause', t('views.paused'), () => update({ variables: { id, input: { paused: true, version } } }));
  async function end({ id, version }: Schedule): Promise<void> {
    if (await run('end', t('views.ended'), () => remove({ variables: { id, version } }))) onClose();
  }
  async function sendNow(): Promise<void> {
    if (await run('send', t('views.sending'), () => send({ variables: { viewId: view.id } })))
      setSent((before) => before + 1);
  }
  return (
    <Drawer
      open
      size={480}
      title={t('views.scheduleOf', { title: view.title })}
      onClose={onClose}
      footer={
        <div className="ic-flex ic-wrap ic-gap-8">
          {own && (
            <Button
              type="primary"
              loading={busy === 'save'}
              disabled={isBlocked('save')}
              onClick={() => void save()}
            >
              {t(!schedule ? 'views.start' : schedule.paused ? 'views.resume' : 'views.change')}
            </Button>
          )}
          {schedule && !schedule.paused && (
            <Button
              loading={busy === 'pause'}
              disabled={isBlocked('pause')}
              onClick={() => void pause(schedule)}
            >
              {t('views.pause')}
            </Button>
          )}
          {schedule && (
            <Button
              danger
              type="text"
              className="ic-push"
              loading={busy === 'end'}
              disabled={isBlocked('end')}
              onClick={() => void end(schedule)}
            >
              {t('views.end')}
            </Button>
          )}
        </div>
      }
    >
      <SmtpNote />
      {errors.form && <Alert type="error" showIcon title={errors.form} className="ic-mb-16" />}
      {schedule?.paused && (
        <Alert
          type="info"
          showIcon
          title={reasonText(t, schedule.pausedReason ?? null)}
          className="ic-mb-16"
        />
      )}
      {own ? (
        <ScheduleFields
          productId={view.productId ?? 0}
          values={values}
          errors={errors}
          onChange={setValues}
        />
      ) : (
        schedule && (
          <>
            <p>{whenText(t, schedule)}</p>
            <p className="ic-mt-4 ic-break ic-hint">{t('views.owned', { name: schedule.userName ?? '' })}</p>
          </>
        )
      )}
      {schedule?.nextAt && (
        <p className="ic-mt-16 ic-figures">
          {withHeading(t('views.next'), formatDateTime(schedule.nextAt).slice(0, -3))}
        </p>
      )}
      <section className="ic-section" aria-label={t('views.history')}>
        <header className={`ic-row ic-between ic-gap-12 ic-mb-8 ${styles.historyHead}`}>
          <h3>{t('views.history')}</h3>
          {own && (
            <Button
              size="small"
              loading={busy === 'send'}
              disabled={isBlocked('send')}
              onClick={() => void sendNow()}
            >
              {t('views.sendNow')}
            </Button>
          )}
        </header>
        {own && (
          <p className="ic-mt-4 ic-break ic-hint">{t('views.sendNowHint', { address: profile.email })}</p>
        )}
        <DeliveryHistory key={sent} viewId={view.id} scheduleId={schedule?.id} />
      </section>
    </Drawer>
  );
}
