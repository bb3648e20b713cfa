import styles from './status-tag.module.css';

export type Tone = 'good' | 'muted' | 'waiting' | 'bad';

/** State as a word with a mark: filled if good, otherwise hollow, so that it is legible without colour. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <i className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
