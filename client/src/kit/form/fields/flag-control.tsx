import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { flagLabels } from '../field-value';
import styles from './fields.module.css';
import type { ControlProps } from './control';

/** Switch with its state as text. */
export function FlagControl({ id, value, name, onChange, disabled, label, describedBy }: ControlProps) {
  const { t } = useTranslation();
  const on = value === true;
  const [onLabel, offLabel] = flagLabels(t, name);
  return (
    <span className={`ic-inline-row ic-gap-8 ${styles.flag}`}>
      <Switch
        id={id}
        checked={on}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={onChange}
      />
      <span>{on ? onLabel : offLabel}</span>
    </span>
  );
}
