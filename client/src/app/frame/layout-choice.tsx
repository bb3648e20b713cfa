import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './layout-drawer.module.css';

export interface LayoutChoiceProps<V> {
  name: string;
  label: string;
  values: readonly { value: V; label: string; preview?: ReactNode }[];
  chosen: V;
  /** Whether the setting has no effect given the other settings. */
  idle: boolean;
  onChoose: (value: V) => void;
}

/** One layout setting with all its values. */
export function LayoutChoice<V extends string | boolean>({
  name,
  label,
  values,
  chosen,
  idle,
  onChoose,
}: LayoutChoiceProps<V>) {
  const { t } = useTranslation();
  const id = useId();
  const hasPreviews = values.some(({ preview }) => preview !== undefined);
  return (
    <fieldset className={styles.choice} disabled={idle}>
      <legend>
        {label}
        {idle && <span className={styles.idle}>{t('layout.idle')}</span>}
      </legend>
      <div className={hasPreviews ? styles.pictures : styles.segments}>
        {values.map(({ value, label: text, preview }) => (
          <label key={String(value)} className={hasPreviews ? styles.picture : styles.segment}>
            <input
              type="radio"
              name={`${id}-${name}`}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {preview}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
