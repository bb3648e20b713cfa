import { Select } from 'antd';
import { useId } from 'react';
import styles from './column-mapping.module.css';

/** A choice about a file: a column for a field, or the meaning of a word. */
export interface MappedField {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly options: ReadonlyArray<{ readonly value: string | null; readonly label: string }>;
  /** Whether a value is still needed. */
  readonly missing?: boolean;
}

interface ColumnMappingProps {
  legend?: string;
  fields: readonly MappedField[];
  placeholder: string;
  disabled: boolean;
  onChange: (name: string, value: string | null) => void;
}

/** Choices about an uploaded file. */
export function ColumnMapping({ legend, fields, placeholder, disabled, onChange }: ColumnMappingProps) {
  const id = useId();
  return (
    <fieldset className={`ic-grid ic-gap-8-16 ic-p-12-16 ${styles.fields}`}>
      {legend !== undefined && <legend className="ic-strong">{legend}</legend>}
      {fields.map(({ name, label, value, options, missing = false }, at) => (
        <div key={name} className="ic-stack ic-shrink ic-gap-4">
          <label htmlFor={`${id}-${at}`} className="ic-hint ic-break">
            {label}
          </label>
          <Select
            id={`${id}-${at}`}
            {...(missing && value === null ? {} : { value })}
            disabled={disabled}
            showSearch={{ optionFilterProp: 'label' }}
            status={missing ? 'error' : ''}
            options={[...options]}
            placeholder={placeholder}
            onChange={(next: string | null) => onChange(name, next)}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Options for the columns of a file, each name once. */
export const columnOptions = (columns: readonly string[]): MappedField['options'] =>
  [...new Set(columns)].filter(Boolean).map((name) => ({ value: name, label: name }));
