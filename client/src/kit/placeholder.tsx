import styles from './placeholder.module.css';

/** Stands in for a text or figure that is on its way, in its final size (px). */
export function Placeholder({ width, height }: { width: number | string; height: number }) {
  return <span data-waiting className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}
