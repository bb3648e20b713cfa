import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  figureOperators,
  formatFigureCondition,
  MAX_FIGURE_CONDITIONS,
  operatorWords,
  parseFigureCondition,
  type FigureOperator,
  type MeasureUnit,
} from '../../../../shared/catalog';
import { boundDecimals } from '../../../../shared/format';
import { normaliseNumber } from '../../../../shared/settings/fields/formats';
import { isComposing } from '../enter-key';
import { searchByName } from '../search-by-name';
import { metricText } from '../table/number-cell';
import type { FilterField, FilterValues } from './filter-bar';
import styles from './filter.module.css';

/** Column that a condition can be set on. */
export interface FigureColumn {
  /** REST name. */
  readonly key: string;
  readonly title: string;
  readonly unit: MeasureUnit;
}

/** Ratios are entered and displayed in percent. */
const PERCENT = 100;
/** Entered numbers have fewer digits than a fraction of them may show. */
const DIGITS = 12;

/** Returns the measure and the bound of a condition in words; the text itself if its measure is unknown. */
function wordsOf(
  text: string,
  columns: readonly FigureColumn[],
  t: TFunction,
): [name: string, words: string] {
  const condition = parseFigureCondition(text);
  if (!condition) return [text, ''];
  const { name, operator, value } = condition;
  const column = columns.find(({ key }) => key === name);
  const unit = column?.unit ?? 'number';
  const bound = metricText(value, { unit, decimals: boundDecimals(value, unit), showZero: true });
  return [column?.title ?? name, t(`report.conditionIs.${operatorWords[operator]}`, { value: bound })];
}

/** Returns the conditions as filter fields with one value each, so that each has its own chip. */
export function figureChips(
  conditions: readonly string[],
  columns: readonly FigureColumn[],
  t: TFunction,
): { fields: FilterField[]; values: FilterValues } {
  const fields = conditions.map((text): FilterField => {
    const [label, words] = wordsOf(text, columns, t);
    return { name: text, label, choices: [{ value: text, label: words }] };
  });
  return { fields, values: Object.fromEntries(conditions.map((text) => [text, [text]])) };
}

export interface FigureConditionsProps {
  columns: readonly FigureColumn[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Replaces the explanation. */
  hint?: ReactNode;
}

/** Adds and removes conditions on metric values: a measure, a comparison and a number. */
export function FigureConditions({ columns, values, onChange, hint }: FigureConditionsProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState(columns[0]?.key ?? '');
  const [operator, setOperator] = useState<FigureOperator>('>=');
  const [text, setText] = useState('');
  const unit = columns.find((column) => column.key === key)?.unit;
  const typed = normaliseNumber(text);
  const number = typed === '' ? NaN : Number(typed);
  const value = unit === 'ratio' ? Number((number / PERCENT).toPrecision(DIGITS)) : number;
  const condition = Number.isFinite(value) ? formatFigureCondition({ name: key, operator, value }) : '';
  const isSound = parseFigureCondition(condition) !== null;
  const full = values.length >= MAX_FIGURE_CONDITIONS;
  function add(): void {
    if (!isSound || full) return;
    if (!values.includes(condition)) onChange([...values, condition]);
    setText('');
  }
  const wrong = typed !== '' && !isSound;
  return (
    <div className="ic-stack ic-gap-8 ic-fill">
      <Select
        showSearch={searchByName}
        value={key}
        aria-label={t('report.figureMeasure')}
        popupMatchSelectWidth={false}
        options={columns.map((column) => ({ value: column.key, label: column.title }))}
        onChange={setKey}
      />
      <div className="ic-flex ic-gap-4">
        <Input
          value={text}
          inputMode="decimal"
          aria-label={t('report.figureValue')}
          aria-invalid={wrong}
          status={wrong ? 'error' : ''}
          suffix={unit === 'ratio' ? '%' : unit === 'yen' ? t('report.unitYen') || undefined : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            // Inside a form, the key would submit it.
            event.preventDefault();
            add();
          }}
        />
        <Select<FigureOperator>
          className={styles.operator ?? ''}
          value={operator}
          aria-label={t('report.figureOperator')}
          popupMatchSelectWidth={false}
          options={figureOperators.map((one) => ({
            value: one,
            label: t(`report.conditionWords.${operatorWords[one]}`),
          }))}
          onChange={setOperator}
        />
      </div>
      <Button icon={<PlusOutlined />} disabled={!isSound || full} onClick={add}>
        {t('report.figureAdd')}
      </Button>
      <p className="ic-hint">
        {wrong
          ? t('report.figureWrong')
          : full
            ? t('report.figureMost', { max: MAX_FIGURE_CONDITIONS })
            : (hint ?? t('report.figureHint'))}
      </p>
      <ul className={`ic-fill ic-list ${styles.list}`}>
        {values.map((one) => {
          const [name, words] = wordsOf(one, columns, t);
          return (
            <li key={one} className="ic-row ic-between ic-gap-4 ic-break">
              <span>
                <span className="ic-muted">{name}</span> {words}
              </span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('report.removeFilter', { filter: `${name} ${words}` })}
                onClick={() => onChange(values.filter((other) => other !== one))}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
