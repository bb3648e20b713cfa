import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './fields.module.css';
import type { ControlProps } from './control';

/** Yes or no, with the word beside the switch. */
export function FlagControl({ id, value, name, onChange, disabled, label, describedBy }: ControlProps) {
  const { t } = useTranslation();
  const on = value === true;
  const words = name === 'status' ? (['enums.Status.VALID', 'enums.Status.INVALID'] as const) : (['list.on', 'list.off'] as const);
  return (
    <span className={styles.flag}>
      <Switch id={id} checked={on} disabled={disabled} aria-label={label} aria-describedby={describedBy} onChange={onChange} />
      <span>{t(on ? words[0] : words[1])}</span>
    </span>
  );
}
