import { Alert, Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useCreateReportScheduleMutation,
  useDeleteReportScheduleMutation,
  useSendReportTestMutation,
  useUpdateReportScheduleMutation,
  type ReportSchedulePartsFragment as Schedule,
  type SavedViewPartsFragment as View,
} from '../../../generated/graphql';
import { withHeading } from '../../../i18n/punctuation';
import { failureText, refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { DeliveryHistory } from './delivery-history';
import { firstValues, ScheduleFields, valuesOf, type ScheduleErrors } from './schedule-fields';
import { SmtpNote } from './smtp-note';
import styles from './views.module.css';
import { reasonText, whenText } from './schedule-texts';

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
        form: failureText(t, failure),
      });
      return false;
    } finally {
      setBusy(undefined);
    }
  }
  async function save(): Promise<void> {
    if (values.recipients.length === 0) return setErrors({ recipients: t('views.recipientsRequired') });
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
        <p className={styles.next}>
          {withHeading(t('views.next'), formatDateTime(schedule.nextAt).slice(0, -3))}
        </p>
      )}
      <section className={styles.history} aria-label={t('views.history')}>
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
