import { InfoCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { costChangeLimits, ELASTICITY } from '../../../../../shared/domain/cost';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import cell from './adjust-cell.module.css';
import styles from './simulation-panel.module.css';

const { min, max } = costChangeLimits.elasticity;

/** Edits how closely results follow the cost. Applies on Enter or blur. */
export function ElasticityField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(undefined);
    setWrong(false);
  }, [value]);

  function take(): void {
    if (typed === undefined) return;
    const plain = normaliseNumber(typed);
    const next = Math.round(Number(plain) * 100) / 100;
    if (!/^(\d+(\.\d+)?)?$/.test(plain) || next < min || next > max) return setWrong(true);
    setWrong(false);
    setTyped(undefined);
    if (next !== value) onChange(next);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
    if (event.key === 'Escape') {
      setTyped(undefined);
      setWrong(false);
    }
  }
  const message = wrong ? t('allocation.outOfRange', { min, max }) : undefined;
  const hint = t('allocation.elasticityHint', ELASTICITY);
  return (
    <label className={styles.field}>
      <span>{t('allocation.elasticity')}</span>
      <Tooltip title={message} {...(wrong ? { open: true } : {})}>
        <input
          className={`${cell.input} ${styles.elasticity} ${wrong ? cell.wrong : value > 0 ? cell.changed : ''}`}
          inputMode="decimal"
          value={typed ?? String(value)}
          aria-label={t('allocation.elasticity')}
          aria-describedby={id}
          aria-invalid={wrong}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          onBlur={take}
        />
      </Tooltip>
      <span id={id} hidden>
        {message ?? hint}
      </span>
      <Tooltip title={hint}>
        <InfoCircleOutlined className={styles.info} aria-hidden="true" />
      </Tooltip>
    </label>
  );
}
