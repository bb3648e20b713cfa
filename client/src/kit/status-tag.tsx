import styles from './status-tag.module.css';

export type Tone = 'good' | 'muted' | 'waiting' | 'bad';

const COLOURS: Record<Tone, string> = {
  good: 'ic-success',
  muted: 'ic-muted',
  waiting: 'ic-warning',
  bad: 'ic-error',
};

/** State as a word with a mark: filled if good, otherwise hollow, so that it is legible without colour. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`ic-inline-row ic-gap-8 ic-nowrap ic-text-13 ${COLOURS[tone]}`}>
      <i
        className={`ic-rigid ic-round ${styles.dot} ${tone === 'good' ? styles.filled : ''}`}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}
