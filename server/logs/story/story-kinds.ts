import type { LogName } from '../logs';

/** A kind of visitor event, with the log that holds it. */
export interface StoryKind {
  readonly kind: string;
  readonly log: LogName;
  /** Whether an agency sees other agencies' events of this kind anonymously, because paths count them too. */
  readonly showsOthers?: boolean;
}

/**
 * The kinds of events in a visitor's story, in their order within the same instant: a contact comes before the
 * view of its landing page, then the conversion, then its results.
 */
export const storyKinds = [
  { kind: 'contact', log: 'interactions', showsOthers: true },
  { kind: 'view', log: 'accesses' },
  { kind: 'conversion', log: 'conversions' },
  { kind: 'result', log: 'results' },
] as const satisfies readonly StoryKind[];
