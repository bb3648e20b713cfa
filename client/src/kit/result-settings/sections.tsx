import { ResultFlag, ResultMethod } from '../../../../shared/catalog';
import type { FormItem, FormValues } from '../form/form-definition';
import { useTranslation } from 'react-i18next';
import { normaliseNumber } from '../../../../shared/settings/fields/formats';
import { currentLanguage } from '../../i18n/i18n';
import { formatEnteredYen, yenAffixes } from '../../../../shared/format';
import type { UnknownRecord } from '../../../../shared/records';

/** Note about an automatic approval rule that is on but has no value. */
function IncompleteRuleNote({ on, value }: { on: unknown; value: unknown }) {
  const { t } = useTranslation();
  const isIncomplete = on === true && (value === null || value === undefined || value === '');
  return (
    <p className="ic-muted" role="status">
      {isIncomplete && t('settings.ruleRests')}
    </p>
  );
}

/** Returns the amount of a field that may hold raw text; 0 if it is not a number. */
function amountOf(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(normaliseNumber(String(value ?? '')));
  return Number.isFinite(number) ? number : 0;
}

/** Total of the period fees. */
function FeeTotal({ entries }: { entries: readonly UnknownRecord[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  const sum = entries.reduce((total, { amount }) => total + amountOf(amount), 0);
  return (
    <strong className="ic-figures">
      {t('settings.fees.total', {
        amount: formatEnteredYen(sum, { showZero: true, yen: yenAffixes[currentLanguage()] }),
      })}
    </strong>
  );
}

type When = (values: FormValues) => boolean;
const always: When = () => true;
const on =
  (flag: string, when: When): When =>
  (values) =>
    when(values) && values[flag] === true;
const whenReported =
  (when: When): When =>
  (values) =>
    when(values) && values.resultFlag !== ResultFlag.INVALID;

/** Parameters of the medium, without the prefix `a`. */
const PAIRS = ['Xclid', 'Ses', 'Key1', 'Key2', 'Key3'] as const;

/**
 * Returns the fields for the medium's parameters: whether each is taken over, and the macro that fills it
 * in.
 */
export const parameterItems = (when: When = always): FormItem[] =>
  PAIRS.flatMap((pair): FormItem[] => [
    { name: `a${pair}Flag`, when },
    { name: `a${pair}`, when, whole: false, disabled: (values) => values[`a${pair}Flag`] !== true },
  ]);

/**
 * Returns the fields for how results are reported.
 * @param ofUrl additional properties of the webhook URL field
 */
export const reportingItems = (when: When = always, ofUrl: Pick<FormItem, 'after'> = {}): FormItem[] => [
  { name: 'resultFlag', when, whole: true },
  { name: 'performanceCvFlag', when },
  { name: 'resultMethod', when: whenReported(when) },
  {
    name: 'cvTag',
    when: (values) => whenReported(when)(values) && values.resultMethod === ResultMethod.CV_TAG,
    required: always,
  },
  {
    name: 'webhookUrl',
    when: (values) => whenReported(when)(values) && values.resultMethod === ResultMethod.WEBHOOK_URL,
    required: always,
    asTemplate: true,
    ...ofUrl,
  },
];

const byWebhook: When = (values) =>
  whenReported(always)(values) && values.resultMethod === ResultMethod.WEBHOOK_URL;

/** Fields for whether and how fast postbacks are sent. */
export const paceItems: FormItem[] = [
  { name: 'postbackAtOnce', when: byWebhook },
  { name: 'postbackPerSecond', when: byWebhook },
  { name: 'postbackPaused', when: byWebhook, whole: true },
];

/** Returns the fields for the rules and words of automatic approval. */
export const approvalItems = (when: When = always): FormItem[] => {
  const auto = on('autoApproval', when);
  const rule = (flag: string, value: string): FormItem[] => [
    { name: flag, when: auto },
    {
      name: value,
      when: auto,
      whole: false,
      disabled: (values) => values[flag] !== true,
      after: ({ values }) => <IncompleteRuleNote on={values[flag]} value={values[value]} />,
    },
  ];
  return [
    { name: 'autoApproval', when, whole: true },
    ...rule('approvalAmountFlag', 'approvalAmount'),
    ...rule('argsFlag', 'args'),
    ...rule('excludeDuplicateIpsFlag', 'excludeDuplicateIps'),
    ...rule('excludeDuplicateArgsFlag', 'excludeDuplicateArgs'),
    { name: 'approvalUnapproved', when, whole: true },
    { name: 'approvalApproved', when, whole: false },
    { name: 'approvalRejected', when, whole: false },
  ];
};

/** Field for the period fees, with their total. */
export const feeItem: FormItem = {
  name: 'adFeeSetting',
  addLabel: (t) => t('settings.fees.add'),
  foot: (entries) => <FeeTotal entries={entries} />,
};
