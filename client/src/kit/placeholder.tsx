import styles from './loading.module.css';

/** Placeholder for a loading text or number, in its final size (px). */
export function Placeholder({ width, height }: { width: number | string; height: number }) {
  return (
    <span
      data-waiting
      className={`ic-block ic-max-wide ${styles.bar}`}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}
