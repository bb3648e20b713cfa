import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { keysOf } from '../../../../../shared/records';
import type { DecisionMappingInput, DecisionWordInput } from '../../../generated/graphql';
import { ColumnMapping, columnOptions, type MappedField } from '../../../kit/csv-import/column-mapping';
import { enumLabel } from '../../../kit/enum-label';
import type { Imported } from './import-dialog';

/** Choices of the user for the uploaded table. */
export interface Choices {
  mapping?: DecisionMappingInput;
  argument?: string;
  /** Status of all rows. */
  approvalStatus?: number;
  words: DecisionWordInput[];
}

interface DecisionChoicesProps {
  outcome: Imported;
  choices: Choices;
  disabled: boolean;
  onChange: (choices: Choices) => void;
}

const FIELDS = ['order', 'result', 'conversion', 'click', 'status', 'reason'] as const;
const KEYS: readonly string[] = FIELDS.slice(0, 4);
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
  const unknown = words.filter((word) => word.unknown);
  const needs = NEEDS.filter((need) => (need === 'words' ? unknown.length > 0 : missing.includes(need)));
  const none = { value: null, label: t('results.import.none') };
  const texts = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const mapped = ({ __typename: _, ...fields }: Imported['mapping'] & { __typename?: string }) => fields;
  const fields = FIELDS.map((name): MappedField => {
    const field = { name, label: t(`results.import.field.${name}`), value: mapping[name] ?? null };
    if (name !== 'status')
      return {
        ...field,
        options: [none, ...columnOptions(columns)],
        missing: KEYS.includes(name) && missing.includes('key'),
      };
    const all = ALL.map((one) => ({
      value: `${ALL_ROWS}${ApprovalStatus[one]}`,
      label: t(`results.import.allRows.${one}`),
    }));
    const { approvalStatus } = choices;
    return {
      ...field,
      value: approvalStatus === undefined ? field.value : `${ALL_ROWS}${approvalStatus}`,
      options: [...columnOptions(columns), ...all],
      missing: missing.includes('status'),
    };
  });
  const argumentField = {
    name: 'argument',
    label: t('results.import.argument'),
    value: argument ?? null,
    options: texts([...new Set([...argumentNames, ...(argument ? [argument] : [])])]),
    missing: missing.includes('argument'),
  };
  const [order, ...others] = fields;
  function choose(name: string, value: string | null): void {
    if (name === 'argument') onChange({ ...choices, ...(value !== null && { argument: value }) });
    else {
      const { approvalStatus: _, ...rest } = choices;
      if (name === 'status' && value?.startsWith(ALL_ROWS))
        onChange({ ...rest, approvalStatus: Number(value.slice(1)) });
      else
        onChange({ ...(name === 'status' ? rest : choices), mapping: { ...mapped(mapping), [name]: value } });
    }
  }
  const shared = { placeholder: t('results.import.choose'), disabled };
  return (
    <>
      {needs.map((need) => (
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
        fields={[...(order ? [order] : []), ...(mapping.order ? [argumentField] : []), ...others]}
        onChange={choose}
      />
      {words.length > 0 && (
        <ColumnMapping
          {...shared}
          legend={t('results.import.words')}
          fields={words.map(({ word, approvalStatus, unknown: missingWord, varies, rows }) => ({
            name: word,
            label: t('results.import.word', { word, count: rows }),
            value: missingWord ? null : varies ? BY_ASP : String(approvalStatus ?? ''),
            missing: missingWord,
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
            onChange({
              ...choices,
              words: [
                ...choices.words.filter((one) => one.word !== word),
                { word, approvalStatus: value ? Number(value) : null },
              ],
            })
          }
        />
      )}
    </>
  );
}
