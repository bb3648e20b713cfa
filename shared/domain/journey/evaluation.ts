import { PATH_CLASS, type PathClassCode } from './path';

/** How new and existing customers are evaluated: new ones only, existing ones by the path since, or with their whole history. */
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

/** The class under which an evaluation finds the paths of repeat conversions; null: they don't count. */
export const repeatClassOf = (evaluation: NewAndExistingEvaluation): PathClassCode | null =>
  repeatClasses[evaluation];

/** The classes of the paths that count under an evaluation. */
export function pathClassesOf(evaluation: NewAndExistingEvaluation): PathClassCode[] {
  const repeat = repeatClassOf(evaluation);
  return repeat === null ? [PATH_CLASS.FIRST] : [PATH_CLASS.FIRST, repeat];
}

/** A product's own evaluation: while it does not separate new and existing customers, all count with their history. */
export const ownEvaluation = (
  separated: boolean,
  evaluation: NewAndExistingEvaluation,
): NewAndExistingEvaluation =>
  separated ? evaluation : NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY;
