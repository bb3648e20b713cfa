import styles from './status-tag.module.css';

export type Tone = 'good' | 'muted' | 'waiting' | 'bad';

/** A state in a word with a mark: filled where it is good, hollow else, so that it reads without colour. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <i className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
