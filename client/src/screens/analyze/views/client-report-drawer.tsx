import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Drawer, Input, Select } from 'antd';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { periodPresets, RoleType } from '../../../../../shared/catalog';
import { shareLimits } from '../../../../../shared/settings';
import {
  useCreateClientReportMutation,
  useUpdateClientReportMutation,
  type ClientReportPartsFragment as Report,
  type SavedViewPartsFragment as View,
} from '../../../generated/graphql';
import { useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { failureText, refusalOf } from '../../../kit/failure';
import { FieldFrame } from '../../../kit/form/field-frame';
import { notify } from '../../../kit/notifier';
import { useIdempotencyContext } from '../../../kit/once';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useSession } from '../../../session/session-context';
import { TimeFields, valuesOf } from './schedule-fields';
import { SmtpNote } from './smtp-note';

interface Part {
  /** Identifies the part while its place changes. */
  key: number;
  viewId: number | undefined;
  comment: string;
}

/** Report of single conversions, which no client report contains. */
const SINGLE_CONVERSIONS = 'cv_info';

/** Returns the views that a client report of a product can contain. */
export const viewsFor = (views: readonly View[], productId: number | undefined): View[] =>
  views.filter(
    (view) => view.productId === productId && view.report !== null && view.report !== SINGLE_CONVERSIONS,
  );

interface ClientReportDrawerProps {
  /** Undefined for a new report. */
  report: Report | undefined;
  views: readonly View[];
  onSaved: () => void;
  onClose: () => void;
}

/** Creates or edits a client report: cover, period, and its views in order with comments. */
export function ClientReportDrawer({ report, views, onSaved, onClose }: ClientReportDrawerProps) {
  const { t } = useTranslation();
  const id = useId();
  const texts = useFieldTexts('clientReport');
  const { profile, productId: current } = useSession();
  const [create] = useCreateClientReportMutation();
  const [update] = useUpdateClientReportMutation();
  const once = useIdempotencyContext();
  useReturnFocus();
  const choices = viewsFor(views, report?.productId ?? current);
  const [values, setValues] = useState({
    title: report?.title ?? '',
    addressee: report?.addressee ?? '',
    sender: report?.sender ?? '',
    period: report ? (report.period ?? '') : 'lastMonth',
    shared: report?.shared ?? false,
  });
  const [mailed, setMailed] = useState(report?.every != null);
  const [times, setTimes] = useState(() =>
    valuesOf({
      every: report?.every ?? 'month',
      weekday: report?.weekday ?? null,
      dayOfMonth: report?.dayOfMonth ?? null,
      hour: report?.hour ?? 9,
      recipients: [],
      webhookUrl: null,
    }),
  );
  const [recipients, setRecipients] = useState<string[]>(
    (report?.recipients ?? '').split(',').filter(Boolean),
  );
  const [parts, setParts] = useState<Part[]>(() =>
    report
      ? report.parts.map(({ viewId, comment }, key) => ({ key, viewId, comment: comment ?? '' }))
      : [{ key: 0, viewId: choices[0]?.id, comment: '' }],
  );
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<typeof values>): void => setValues({ ...values, ...change });
  const setPart = (place: number, change: Partial<Part>): void =>
    setParts(parts.map((part, at) => (at === place ? { ...part, ...change } : part)));
  const move = (place: number, to: number): void => {
    const moved = parts.toSpliced(place, 1);
    setParts(moved.toSpliced(to, 0, ...parts.slice(place, place + 1)));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    const { every, weekday, dayOfMonth, hour } = times;
    const input = {
      ...values,
      ...{
        weekday,
        dayOfMonth,
        hour,
        every: mailed ? every : null,
        recipients: recipients.join(',') || null,
      },
      period: values.period || null,
      parts: parts.flatMap(({ viewId, comment }) => (viewId === undefined ? [] : [{ viewId, comment }])),
    };
    try {
      if (report)
        await update({ variables: { id: report.id, input: { ...input, version: report.version } } });
      else await create({ variables: { input: { ...input, productId: current ?? null } }, context: once });
      notify('SUCCESS', t('clientReports.saved'));
      onSaved();
      onClose();
    } catch (failure) {
      const fields = Object.entries(refusalOf(failure).fields);
      setErrors({
        ...Object.fromEntries(fields.map(([name, [text]]) => [name.replace(/\[.*/, ''), text])),
        form: failureText(t, failure, { fields: false }),
      });
      setBusy(false);
    }
  }
  const textField = (name: 'title' | 'addressee' | 'sender', more: object = {}): ReactNode => (
    <div>
      <FieldFrame
        id={`${id}-${name}`}
        label={texts.label(name)}
        required={name === 'title'}
        error={errors[name]}
        typed={{ value: values[name], initial: report?.[name], max: 255 }}
      >
        <Input
          id={`${id}-${name}`}
          value={values[name]}
          aria-describedby={`${id}-${name}-note`}
          onChange={(event) => set({ [name]: event.target.value })}
          {...more}
        />
      </FieldFrame>
    </div>
  );
  return (
    <Drawer
      open
      size={560}
      title={t(report ? 'clientReports.editing' : 'clientReports.adding')}
      onClose={onClose}
      footer={
        <div className="ic-flex ic-gap-8">
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={busy}>
            {t('common.save')}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      }
    >
      {errors.form && <Alert type="error" showIcon title={errors.form} className="ic-mb-16" />}
      <form
        id={`${id}-form`}
        className="ic-stack ic-gap-16"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {textField('title', { autoFocus: true, 'aria-required': true })}
        {textField('addressee', { placeholder: t('clientReports.addresseeExample') })}
        {textField('sender')}
        <div>
          <FieldFrame id={`${id}-period`} label={texts.label('period')} error={errors.period}>
            <Select<string>
              id={`${id}-period`}
              className="ic-wide"
              value={values.period}
              options={[
                { value: '', label: t('clientReports.ownPeriod') },
                ...periodPresets.map((value) => ({ value, label: t(`report.presets.${value}`) })),
              ]}
              onChange={(period) => set({ period })}
            />
          </FieldFrame>
        </div>
        <fieldset className="ic-stack ic-gap-12" style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <legend className="ic-mb-8 ic-medium">{t('clientReports.parts')}</legend>
          {errors.parts && <p className="ic-error ic-text-12">{errors.parts}</p>}
          {choices.length === 0 && <p className="ic-hint">{t('clientReports.noViews')}</p>}
          {parts.map(({ key, viewId, comment }, place) => {
            const named = { place: place + 1 };
            return (
              <div key={key} className="ic-stack ic-gap-8 ic-p-8-16 ic-rounded ic-sunken">
                <div className="ic-row ic-gap-4">
                  <Select<number>
                    className="ic-fill"
                    aria-label={t('clientReports.part', named)}
                    placeholder={t('clientReports.view')}
                    showSearch={{ optionFilterProp: 'label' }}
                    {...(viewId !== undefined && { value: viewId })}
                    options={choices.map((view) => ({ value: view.id, label: view.title }))}
                    onChange={(chosen) => setPart(place, { viewId: chosen })}
                  />
                  <Button
                    type="text"
                    icon={<ArrowUpOutlined />}
                    disabled={place === 0}
                    aria-label={t('clientReports.up', named)}
                    onClick={() => move(place, place - 1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownOutlined />}
                    disabled={place === parts.length - 1}
                    aria-label={t('clientReports.down', named)}
                    onClick={() => move(place, place + 1)}
                  />
                  <Button
                    type="text"
                    icon={<CloseOutlined />}
                    disabled={parts.length === 1}
                    aria-label={t('clientReports.removePart', named)}
                    onClick={() => setParts(parts.toSpliced(place, 1))}
                  />
                </div>
                <Input.TextArea
                  autoSize={{ minRows: 2, maxRows: 8 }}
                  maxLength={2000}
                  value={comment}
                  aria-label={`${t('clientReports.part', named)} ${t('clientReports.comment')}`}
                  placeholder={t('clientReports.comment')}
                  onChange={(event) => setPart(place, { comment: event.target.value })}
                />
              </div>
            );
          })}
          {parts.length < shareLimits.parts && (
            <div>
              <Button
                icon={<PlusOutlined />}
                onClick={() => {
                  const key = Math.max(...parts.map((part) => part.key)) + 1;
                  const next = choices.find((view) => !parts.some((part) => part.viewId === view.id));
                  setParts([...parts, { key, viewId: next?.id, comment: '' }]);
                }}
              >
                {t('clientReports.addPart')}
              </Button>
            </div>
          )}
        </fieldset>
        <div className="ic-stack ic-gap-16">
          <Checkbox checked={mailed} onChange={(event) => setMailed(event.target.checked)}>
            {t('clientReports.mailed')}
          </Checkbox>
          {mailed && (
            <>
              <SmtpNote />
              <TimeFields
                values={times}
                errors={errors}
                onChange={(change) => setTimes({ ...times, ...change })}
              />
              <div>
                <FieldFrame
                  id={`${id}-recipients`}
                  label={texts.label('recipients')}
                  required
                  error={errors.recipients}
                  hint={t('clientReports.recipientsHint')}
                >
                  <Select<string[]>
                    id={`${id}-recipients`}
                    mode="tags"
                    className="ic-wide"
                    open={false}
                    suffixIcon={null}
                    tokenSeparators={[',', '、', ' ']}
                    value={recipients}
                    onChange={setRecipients}
                  />
                </FieldFrame>
                {report && report.unconfirmed.length > 0 && (
                  <p className="ic-mt-4 ic-break ic-hint">
                    {t('clientReports.unconfirmed', { emails: report.unconfirmed.join(', ') })}
                  </p>
                )}
              </div>
            </>
          )}
        </div>
        {profile.roleType !== RoleType.AGENCY && (
          <div>
            <Checkbox checked={values.shared} onChange={(event) => set({ shared: event.target.checked })}>
              {texts.label('shared')}
            </Checkbox>
            <p className="ic-mt-4 ic-hint">{t('views.shareHint')}</p>
          </div>
        )}
      </form>
    </Drawer>
  );
}
