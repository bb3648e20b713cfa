import { Segmented, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { scheduleEvery, type ScheduleEvery } from '../../../../../shared/catalog';
import { viewLimits } from '../../../../../shared/settings';
import {
  useReportRecipientsQuery,
  type ReportSchedulePartsFragment as Schedule,
} from '../../../generated/graphql';
import { FieldFrame } from '../../../kit/form/field-frame';
import { TextField } from '../../../kit/plain-form';
import styles from './views.module.css';
import { WEEKDAYS, weekdayText } from './schedule-texts';

/** Settings of a schedule. */
export interface ScheduleValues {
  every: ScheduleEvery;
  weekday: number;
  dayOfMonth: number;
  hour: number;
  recipients: number[];
  webhookUrl: string;
}
export type ScheduleErrors = Partial<Record<keyof ScheduleValues | 'form', string>>;

export const firstValues = (userId: number): ScheduleValues => ({
  every: 'day',
  weekday: 1,
  dayOfMonth: 1,
  hour: 9,
  recipients: [userId],
  webhookUrl: '',
});

export const valuesOf = ({
  every,
  weekday,
  dayOfMonth,
  hour,
  recipients,
  webhookUrl,
}: Pick<
  Schedule,
  'every' | 'weekday' | 'dayOfMonth' | 'hour' | 'recipients' | 'webhookUrl'
>): ScheduleValues => ({
  every: scheduleEvery.find((one) => one === every) ?? 'day',
  weekday: weekday ?? 1,
  dayOfMonth: dayOfMonth ?? 1,
  hour,
  recipients: [...recipients],
  webhookUrl: webhookUrl ?? '',
});

const LABELS = { day: 'everyDay', week: 'everyWeek', month: 'everyMonth' } as const;
const numberRange = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => index + from);

/** Frequency and time of a mail. */
type ScheduleTimes = Omit<ScheduleValues, 'recipients' | 'webhookUrl'>;

interface TimeFieldsProps {
  values: ScheduleTimes;
  errors: { weekday?: string | undefined; dayOfMonth?: string | undefined; hour?: string | undefined };
  onChange: (change: Partial<ScheduleTimes>) => void;
}

/** Fields for frequency and time. */
export function TimeFields({ values, errors, onChange: set }: TimeFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <div>
        <FieldFrame id={`${id}-every`} label={t('views.every')}>
          <Segmented<ScheduleEvery>
            id={`${id}-every`}
            block
            value={values.every}
            options={scheduleEvery.map((value) => ({ value, label: t(`views.${LABELS[value]}`) }))}
            onChange={(every) => set({ every })}
          />
        </FieldFrame>
      </div>
      <div className={`ic-grid ic-gap-16 ${styles.pair}`}>
        {values.every === 'week' && (
          <div>
            <FieldFrame id={`${id}-weekday`} label={t('views.weekday')} error={errors.weekday}>
              <Select<number>
                id={`${id}-weekday`}
                className="ic-wide"
                value={values.weekday}
                options={WEEKDAYS.map((value) => ({ value, label: weekdayText(t, value) }))}
                onChange={(weekday) => set({ weekday })}
              />
            </FieldFrame>
          </div>
        )}
        {values.every === 'month' && (
          <div>
            <FieldFrame
              id={`${id}-day`}
              label={t('views.dayOfMonth')}
              error={errors.dayOfMonth}
              {...(values.dayOfMonth > 28 && { hint: t('views.dayHint') })}
            >
              <Select<number>
                id={`${id}-day`}
                className="ic-wide"
                value={values.dayOfMonth}
                options={numberRange(31, 1).map((value) => ({
                  value,
                  label: t('views.dayOf', { day: value }),
                }))}
                onChange={(dayOfMonth) => set({ dayOfMonth })}
              />
            </FieldFrame>
          </div>
        )}
        <div>
          <FieldFrame id={`${id}-hour`} label={t('views.hour')} error={errors.hour}>
            <Select<number>
              id={`${id}-hour`}
              className="ic-wide"
              value={values.hour}
              options={numberRange(24).map((value) => ({ value, label: t('views.hourOf', { hour: value }) }))}
              onChange={(hour) => set({ hour })}
            />
          </FieldFrame>
        </div>
      </div>
    </>
  );
}

interface ScheduleFieldsProps {
  productId: number;
  values: ScheduleValues;
  errors: ScheduleErrors;
  onChange: (values: ScheduleValues) => void;
}

/** Fields for frequency, time, recipients and chat. */
export function ScheduleFields({ productId, values, errors, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { data, loading } = useReportRecipientsQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
  });
  const set = (change: Partial<ScheduleValues>): void => onChange({ ...values, ...change });
  const people = data?.reportRecipients ?? [];
  // Recipients without access are listed by id, so they can be removed.
  const unavailable = loading
    ? []
    : values.recipients.filter((one) => !people.some((person) => person.id === one));
  return (
    <div className="ic-stack ic-gap-16">
      <TimeFields values={values} errors={errors} onChange={set} />
      <div>
        <FieldFrame
          id={`${id}-recipients`}
          label={t('views.recipients')}
          required={values.webhookUrl === ''}
          error={errors.recipients}
          hint={t('views.recipientsHint')}
        >
          <Select<number[]>
            id={`${id}-recipients`}
            mode="multiple"
            className="ic-wide"
            loading={loading}
            value={values.recipients}
            placeholder={t('views.choose')}
            maxCount={viewLimits.recipients}
            optionFilterProp="label"
            {...(errors.recipients && { status: 'error' as const })}
            options={[
              ...people.map(({ id: value, label }) => ({ value, label })),
              ...unavailable.map((value) => ({ value, label: `#${value}` })),
            ]}
            onChange={(recipients) => set({ recipients })}
          />
        </FieldFrame>
      </div>
      <TextField
        label={t('views.chat')}
        value={values.webhookUrl}
        error={errors.webhookUrl}
        hint={t('views.chatHint')}
        onChange={(webhookUrl) => set({ webhookUrl })}
      />
    </div>
  );
}
