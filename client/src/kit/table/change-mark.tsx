import { useTranslation } from 'react-i18next';
import type { MeasureDirection } from '../../../../shared/catalog';
import styles from './change-mark.module.css';

export interface ChangeMarkProps {
  /** Change as a ratio of the previous value; 0.12 is +12%. */
  change: number;
  /** The change as text with its sign. */
  text: string;
  direction: MeasureDirection;
}

/** A change as arrow and percent, coloured by whether it is good for the measure; the arrow and a word say it without colour. */
export function ChangeMark({ change, text, direction }: ChangeMarkProps) {
  const { t } = useTranslation();
  const flat = Math.abs(change) < 0.0005;
  const tone = flat || direction === 'neutral' ? 'neutral' : change > 0 === (direction === 'up') ? 'better' : 'worse';
  const arrow = flat ? '→' : change > 0 ? '▲' : '▼';
  return (
    <span className={`${styles.mark} ${styles[tone]}`}>
      <span className={styles.arrow} aria-hidden="true">
        {arrow}
      </span>
      <span aria-hidden="true">{text.replace(/^[+-]/, '')}</span>
      <span className="ic-visually-hidden">
        {text}（{t(`report.${tone}`)}）
      </span>
    </span>
  );
}
