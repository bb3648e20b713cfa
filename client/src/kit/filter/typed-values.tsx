import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import type { FilterField } from './filter-field';
import styles from './filter.module.css';

export interface TypedValuesProps {
  field: FilterField;
  typed: NonNullable<FilterField['typed']>;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/**
 * Free-text values of a condition without a list of choices, separated by commas and removable one by one.
 */
export function TypedValues({ field, typed, values, onChange }: TypedValuesProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const entered = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !values.includes(part));
  const full = values.length + entered.length > typed.max;
  function add(): void {
    if (entered.length === 0 || full) return;
    onChange([...values, ...new Set(entered)]);
    setText('');
  }
  return (
    <>
      <div className="ic-flex ic-gap-4">
        <Input
          value={text}
          aria-label={field.label}
          aria-invalid={full}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) add();
          }}
        />
        <Button
          icon={<PlusOutlined />}
          aria-label={t('report.addValue')}
          disabled={entered.length === 0 || full}
          onClick={add}
        />
      </div>
      <p className="ic-hint">{full ? t('report.mostValues', { max: typed.max }) : typed.hint}</p>
      <ul className={`ic-fill ic-list ${styles.list}`}>
        {values.map((value) => (
          <li key={value} className="ic-row ic-between ic-gap-4 ic-break">
            <span>{value}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('report.removeFilter', { filter: `${field.label} ${value}` })}
              onClick={() => onChange(values.filter((one) => one !== value))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
