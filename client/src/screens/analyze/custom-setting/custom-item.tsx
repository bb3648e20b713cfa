import { Button, Space, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RoleType, findMeasure, periodPresets } from '../../../../../shared/catalog';
import { analyzeSettingFields } from '../../../../../shared/settings';
import {
  useResetAnalyzeSettingMutation,
  useUpdateAnalyzeSettingsMutation,
  type AnalyzeSettingFieldsFragment,
} from '../../../generated/graphql';
import { failureText, failureToast } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import { type FormDefinition, formValues, inputValues } from '../../../kit/form/form-definition';
import { useFormEngine, fieldId, useForm } from '../../../kit/form/form-engine';
import { FormFoot, useFailureLine } from '../../../kit/form/form-notes';
import { LeaveGuard, useLeavePass } from '../../../kit/form/leave-guard';
import { notify } from '../../../kit/notifier';
import { StatusTag } from '../../../kit/status-tag';
import { useSession } from '../../../session/session-context';
import {
  AttributesChoice,
  AxesChoice,
  ChartChoice,
  CompanyRatios,
  FiltersChoice,
  MeasuresChoice,
  TrendChoice,
  Labelled,
} from './choices';
import { rangeSeparator } from '../../../i18n/punctuation';
import { useCustomMeasures } from '../../../kit/report/custom-measures';

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface Option {
  value: string;
  label: string;
}

/** A selection of named options. A saved view may hold fixed dates, which stay selectable. */
function OneOf({ name, options }: { name: string; options: readonly Option[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const value = textIn(form.values[name]);
  const known = value === null || options.some((option) => option.value === value);
  return (
    <Labelled name={name}>
      <Select
        id={fieldId(form, name)}
        allowClear
        style={{ width: 320, maxWidth: '100%' }}
        value={value}
        placeholder={t('form.choose')}
        options={
          known
            ? [...options]
            : [...options, { value, label: value.replaceAll('-', '/').replace('_', rangeSeparator()) }]
        }
        onChange={(next: string | undefined) => form.set(name, next ?? null)}
      />
    </Labelled>
  );
}

/** Selects the initial period. */
function PeriodChoice() {
  const { t } = useTranslation();
  return (
    <OneOf
      name="period"
      options={periodPresets.map((preset) => ({ value: preset, label: t(`report.presets.${preset}`) }))}
    />
  );
}

const COMPARISONS = ['previous', 'last_year', 'none'] as const;

/** Selects the comparison of that period. */
function ComparisonChoice() {
  const { t } = useTranslation();
  return (
    <OneOf
      name="comparison"
      options={COMPARISONS.map((value) => ({ value, label: t(`settings.custom.comparison.${value}`) }))}
    />
  );
}

/** Selects the sort column among the item's columns. */
function SortChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const ratios = useCustomMeasures();
  const columns = Array.isArray(form.values.columns) ? form.values.columns.map(String) : [];
  const options = columns.flatMap((name): Option[] => {
    const key = findMeasure(name);
    const measure = key ? t(`measures.${key}.label`) : ratios.columns.find((one) => one.key === name)?.title;
    if (measure === undefined) return [];
    return [
      { value: `-${name}`, label: t('settings.custom.descending', { measure }) },
      { value: name, label: t('settings.custom.ascending', { measure }) },
    ];
  });
  return <OneOf name="sort" options={options} />;
}

const definition = (admin: boolean): FormDefinition => ({
  entity: 'analyzeSetting',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [
        'title',
        { render: () => <MeasuresChoice /> },
        { render: () => <AxesChoice /> },
        { render: () => <AttributesChoice /> },
        { render: () => <FiltersChoice /> },
        { render: () => <PeriodChoice /> },
        { render: () => <ComparisonChoice /> },
        { render: () => <SortChoice /> },
        { render: () => <ChartChoice /> },
        { render: () => <TrendChoice /> },
        { name: 'attributionModel', whole: true },
        { name: 'evaluation', whole: true },
        ...(admin ? [{ name: 'forCompany', whole: true }, { render: () => <CompanyRatios /> }] : []),
      ],
    },
  ],
});

/** Form of one custom item. An ADMIN can also edit the company's item. */
export function CustomItem({
  setting,
  onSaved,
}: {
  setting: AnalyzeSettingFieldsFragment;
  onSaved: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { profile } = useSession();
  const admin = profile.roleType === RoleType.ADMIN;
  const form = useMemo(() => definition(admin), [admin]);
  const [update] = useUpdateAnalyzeSettingsMutation();
  const [reset] = useResetAnalyzeSettingMutation();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const pass = useLeavePass();
  const initial = useMemo(
    () => ({
      ...formValues(analyzeSettingFields, setting),
      forCompany: setting.origin === 'company' && admin,
    }),
    [setting, admin],
  );
  const engine = useFormEngine({
    id,
    entity: 'analyzeSetting',
    fields: analyzeSettingFields,
    initial,
    stored: setting,
    async save(values) {
      setMessages([]);
      try {
        // The loaded version belongs to the setting's owner. The version for another owner is unknown here.
        const sameOwner = (values.forCompany === true ? 'company' : 'user') === setting.origin;
        const version = sameOwner ? { version: setting.version } : {};
        await update({
          variables: {
            settings: [{ ...inputValues(analyzeSettingFields, values), ...version, item: setting.item }],
          },
        });
        notify('SUCCESS', t('form.saved'));
        engine.restart(values);
        onSaved();
      } catch (error) {
        setMessages([failureText(t, error)]);
      }
    },
  });
  async function giveUp(): Promise<void> {
    try {
      await reset({ variables: { item: setting.item, forCompany: setting.origin === 'company' } });
      notify('SUCCESS', t('form.saved'));
      onSaved();
    } catch (error) {
      failureToast(t)(error);
    }
  }
  const entityForm = { form: engine, messages, conflict: undefined };
  const failure = useFailureLine(entityForm);
  const mine = setting.origin === 'user' || (setting.origin === 'company' && admin);
  return (
    <>
      <FormBody
        entityForm={entityForm}
        definition={form}
        formElementId={`${id}-form`}
        head={
          <Space size={12}>
            <StatusTag tone={setting.origin === 'standard' ? 'muted' : 'good'}>
              {t(
                `settings.custom.origin.${setting.origin === 'user' ? 'user' : setting.origin === 'company' ? 'company' : 'standard'}`,
              )}
            </StatusTag>
            {setting.origin !== 'standard' && (
              <Link to={`/analyze/custom/item-${setting.item}`}>{t('settings.custom.open')}</Link>
            )}
          </Space>
        }
        foot={
          <FormFoot dirty={engine.dirty} failure={failure}>
            <Button type="primary" htmlType="submit" loading={engine.submitting} disabled={!engine.dirty}>
              {t('common.save')}
            </Button>
            <Button disabled={!engine.dirty} onClick={() => engine.restart(engine.initial)}>
              {t('common.reset')}
            </Button>
            {mine && (
              <Button type="text" onClick={() => void giveUp()}>
                {t('settings.custom.giveUp')}
              </Button>
            )}
          </FormFoot>
        }
      />
      <LeaveGuard dirty={engine.dirty} pass={pass} />
    </>
  );
}
