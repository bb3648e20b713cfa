import { PATH_CLASS, type PathClassCode } from './path';

/**
 * Evaluation of new and existing customers (domain.md section 4): new ones only, existing ones by the path
 * since their previous conversion, or with their whole history.
 */
export const NewAndExistingEvaluation = {
  NEW_ONLY: 1,
  NEW_AND_EXISTING: 2,
  NEW_AND_EXISTING_WITH_HISTORY: 3,
} as const;
export type NewAndExistingEvaluation =
  (typeof NewAndExistingEvaluation)[keyof typeof NewAndExistingEvaluation];

const repeatClasses: Readonly<Record<NewAndExistingEvaluation, PathClassCode | null>> = {
  1: null,
  2: PATH_CLASS.REPEAT_CUT,
  3: PATH_CLASS.REPEAT_WHOLE,
};

/** Returns the path class of repeat conversions under an evaluation; null if they don't count. */
export const repeatClassOf = (evaluation: NewAndExistingEvaluation): PathClassCode | null =>
  repeatClasses[evaluation];

/** Returns the path classes that count under an evaluation. */
export function pathClassesOf(evaluation: NewAndExistingEvaluation): PathClassCode[] {
  const repeat = repeatClassOf(evaluation);
  return repeat === null ? [PATH_CLASS.FIRST] : [PATH_CLASS.FIRST, repeat];
}

/**
 * Returns a product's own evaluation. With the separation off, all conversions count with their history
 * (domain.md section 4).
 */
export const ownEvaluation = (
  separated: boolean,
  evaluation: NewAndExistingEvaluation,
): NewAndExistingEvaluation =>
  separated ? evaluation : NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY;
