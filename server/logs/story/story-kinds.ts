import type { LogName } from '../logs';

/** One kind of what happens to a visitor: which log knows it. */
export interface StoryKind {
  readonly kind: string;
  readonly log: LogName;
  /** Whether what others' ads did stands in the story of an agency, without saying whose it is: paths count it too. */
  readonly showsOthers?: boolean;
}

/**
 * What a visitor's story is made of. Of one instant the earlier kinds stand first: a contact comes before the view of
 * its landing page, and both before the
 * conversion, which comes before what was reported of it.
 */
export const storyKinds = [
  { kind: 'contact', log: 'interactions', showsOthers: true },
  { kind: 'view', log: 'accesses' },
  { kind: 'conversion', log: 'conversions' },
  { kind: 'result', log: 'results' },
] as const satisfies readonly StoryKind[];
