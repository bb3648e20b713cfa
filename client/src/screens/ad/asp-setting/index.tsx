import { settings } from '../../../generated/settings';
import { TestSend } from '../../../kit/postback/test-send';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import {
  approvalItems,
  feeItem,
  reportingItems,
  paceItems,
  parameterItems,
} from '../../../kit/result-settings/sections';
import { Select } from 'antd';
import { Link } from 'react-router-dom';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NETWORKS } from '../../../../../shared/catalog/networks';
import { createMatcher } from '../../../../../shared/format';
import type { FormHandle } from '../../../kit/form/form-engine';
import type { FormValues } from '../../../kit/form/form-definition';
import { applyTemplate, isStillApplied, type TemplateFill } from './network-fill';
import { NetworkNote } from './network-note';

const KINDS = ['asp', 'medium'] as const;
const matchesNetwork = (typed: string, key: unknown): boolean =>
  NETWORKS.some((network) => network.key === key && createMatcher(typed)(`${network.name} ${network.also}`));

/** Fills the form from a network template. Saves nothing and can be undone. */
function NetworkPicker({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const [filled, setFilled] = useState<TemplateFill & { initial: FormValues }>();
  const id = `${form.id}-network`;
  const applied =
    filled?.initial === form.initial && isStillApplied(filled, form.values) ? filled : undefined;

  function put(values: FormValues): void {
    for (const [name, value] of Object.entries(values)) form.set(name, value);
  }

  function choose(key: string): void {
    const network = NETWORKS.find((one) => one.key === key);
    if (!network) return;
    // Undo the previous template before the next one is applied.
    const next = applyTemplate(network, { ...form.values, ...applied?.before });
    put({ ...applied?.before, ...next.after });
    setFilled({ ...next, initial: form.initial });
  }

  return (
    <div className="ic-rounded ic-sunken ic-p-12-16">
      <label htmlFor={id} className="ic-block ic-mb-4 ic-medium">
        {t('networks.title')}
      </label>
      <Select
        id={id}
        className="ic-wide"
        showSearch={{
          filterOption: (typed, option) =>
            matchesNetwork(typed, option && 'value' in option ? option.value : undefined),
        }}
        placeholder={t('networks.placeholder')}
        value={applied?.network.key ?? null}
        notFoundContent={<p className="ic-muted">{t('networks.none')}</p>}
        aria-describedby={`${id}-note`}
        options={KINDS.map((kind) => ({
          label: t(`networks.kind.${kind}`),
          options: NETWORKS.filter((network) => network.kind === kind).map(({ key, name }) => ({
            value: key,
            label: name,
          })),
        }))}
        onChange={choose}
      />
      <p id={`${id}-note`} className="ic-mt-4 ic-hint">
        {t('networks.hint')}
      </p>
      {applied && (
        <NetworkNote
          filled={applied}
          form={form}
          undo={() => {
            put(applied.before);
            setFilled(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Next step after an ad network was added. */
function AddAd() {
  const { t } = useTranslation();
  return <Link to="/ad/setting/new">{t('list.add', { noun: t('setting.ad_setting.noun') })}</Link>;
}

/** Ad networks and media: their parameters and how they receive postbacks. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.asp, {
    key: 'asp_setting',
    opens: 'page',
    hasStatus: true,
    form: {
      entity: 'asp',
      sections: [
        {
          key: 'basic',
          title: (t) => t('settings.section.basic'),
          items: [
            { render: (form) => !form.readOnly && <NetworkPicker form={form} /> },
            { name: 'aspName', autoFocus: true, whole: true },
            { name: 'companyName', whole: false },
            'phoneNumber',
            'address',
            { name: 'status', whole: true },
            'description',
          ],
        },
        {
          key: 'params',
          title: (t) => t('settings.section.params'),
          lead: (t) => t('settings.section.paramsLead'),
          items: [...parameterItems(), 'measurementTag'],
        },
        {
          key: 'notice',
          title: (t) => t('settings.section.notice'),
          lead: (t) => t('settings.section.noticeLead'),
          items: [...reportingItems(undefined, { after: (form) => <TestSend form={form} /> }), ...paceItems],
        },
        {
          key: 'approval',
          title: (t) => t('settings.section.approval'),
          lead: (t) => t('settings.section.approvalLead'),
          items: approvalItems(),
        },
        {
          key: 'cost',
          title: (t) => t('settings.section.cost'),
          lead: (t) => t('settings.section.costLead'),
          items: [feeItem],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('aspName', { width: 220 }),
      column.status('status'),
      column.choice('resultFlag', 'ResultFlag', { width: 120 }),
      column.choice('resultMethod', 'ResultMethod', { width: 180 }),
      column.flag('autoApproval'),
      column.flag('performanceCvFlag', { width: 190, hidden: true }),
      column.text('companyName', { width: 140 }),
      column.text('phoneNumber', { width: 130, hidden: true }),
      column.time('updatedAt'),
    ],
    filters: [
      { name: 'status', enumeration: 'Status' },
      { name: 'resultFlag', enumeration: 'ResultFlag' },
      { name: 'resultMethod', enumeration: 'ResultMethod' },
      { name: 'autoApproval', flag: true },
      { name: 'performanceCvFlag', flag: true },
    ],
    nextStep: (_one, added) => added && <AddAd />,
  }),
);
