import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { keysOf, recordOf } from '../../../../../shared/records';
import type { DecisionMappingInput, DecisionWordInput } from '../../../generated/graphql';
import { ColumnMapping, columnOptions, type MappedField } from '../../../kit/csv-import/column-mapping';
import { enumLabel } from '../../../kit/enum-label';
import type { Imported } from './import-dialog';

/** Choices of the user for the uploaded table. */
export interface Choices {
  mapping?: DecisionMappingInput;
  argument?: string | null;
  /** Status of all rows. */
  approvalStatus?: number | null;
  words?: DecisionWordInput[];
}

interface DecisionChoicesProps {
  outcome: Imported;
  choices: Choices;
  disabled: boolean;
  onChange: (change: (before: Choices) => Choices) => void;
}

const KEYS = ['order', 'result', 'conversion', 'click'] as const;
const FIELDS = [...KEYS, 'status', 'reason'] as const;
/** Questions to the user, in this order. */
const NEEDS = ['key', 'status', 'argument', 'words'] as const;
const ALL = ['APPROVED', 'REJECTED'] as const;
/** Marks a status in place of the name of a column. */
const ALL_ROWS = '\0';
/** Each ad network's meaning of a word. */
const BY_ASP = 'asp';

/** Choices about a decision table: columns, the argument of orders, and the meanings of status words. */
export function DecisionChoices({ outcome, choices, disabled, onChange }: DecisionChoicesProps) {
  const { t } = useTranslation();
  const { columns, mapping, argument, argumentNames, missing, words } = outcome;
  const needs = new Set([...missing, ...(words.some(({ unknown }) => unknown) ? ['words'] : [])]);
  const none = { value: null, label: t('results.import.none') };
  const all = ALL.map((one) => ({
    value: `${ALL_ROWS}${ApprovalStatus[one]}`,
    label: t(`results.import.allRows.${one}`),
  }));
  const options = columnOptions(columns);
  const fields = FIELDS.map((name): MappedField => {
    const isStatus = name === 'status';
    const ofAll = isStatus ? choices.approvalStatus : null;
    return {
      name,
      label: t(`results.import.field.${name}`),
      value: ofAll == null ? (mapping[name] ?? null) : `${ALL_ROWS}${ofAll}`,
      options: isStatus ? [...options, ...all] : [none, ...options],
      missing: needs.has(isStatus ? 'status' : 'key') && name !== 'reason',
    };
  });
  if (mapping.order)
    fields.splice(1, 0, {
      name: 'argument',
      label: t('results.import.argument'),
      value: argument ?? null,
      options: columnOptions([...argumentNames, argument ?? '']),
      missing: needs.has('argument'),
    });
  const choose = (name: string, value: string | null): Choices => {
    if (name === 'argument') return { argument: value };
    if (name === 'status' && value?.startsWith(ALL_ROWS)) return { approvalStatus: Number(value.slice(1)) };
    const mapped = recordOf(FIELDS, (field) => mapping[field] ?? null);
    return { mapping: { ...mapped, [name]: value }, ...(name === 'status' && { approvalStatus: null }) };
  };
  const shared = { placeholder: t('results.import.choose'), disabled };
  return (
    <>
      {NEEDS.filter((need) => needs.has(need)).map((need) => (
        <Alert
          key={need}
          type="warning"
          showIcon
          role="status"
          title={t(`results.import.need.${need}`)}
          style={{ marginBottom: 8 }}
        />
      ))}
      <ColumnMapping
        {...shared}
        legend={t('results.import.mapping')}
        fields={fields}
        onChange={(name, value) => onChange(() => choose(name, value))}
      />
      {words.length > 0 && (
        <ColumnMapping
          {...shared}
          legend={t('results.import.words')}
          fields={words.map(({ word, approvalStatus, unknown, varies, rows }) => ({
            name: word,
            label: t('results.import.word', { word, count: rows }),
            value: unknown ? null : varies ? BY_ASP : String(approvalStatus ?? ''),
            missing: unknown,
            options: [
              ...(varies ? [{ value: BY_ASP, label: t('results.import.byAsp') }] : []),
              ...keysOf(ApprovalStatus).map((one) => ({
                value: String(ApprovalStatus[one]),
                label: enumLabel(t, 'ApprovalStatus', ApprovalStatus[one]),
              })),
              { value: '', label: t('results.import.leaveOut') },
            ],
          }))}
          onChange={(word, value) =>
            onChange(({ words: before = [] }) => ({
              words: [
                ...before.filter((one) => one.word !== word),
                { word, approvalStatus: value ? Number(value) : null },
              ],
            }))
          }
        />
      )}
    </>
  );
}
