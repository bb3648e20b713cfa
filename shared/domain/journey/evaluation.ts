import { PATH_CLASS, type PathClassCode } from './path';

/** How new and existing customers are evaluated: 1 new only, 2 existing ones by the path since, 3 with their whole history. */
export type Evaluation = 1 | 2 | 3;

const repeatClasses: Readonly<Record<Evaluation, PathClassCode | null>> = { 1: null, 2: PATH_CLASS.REPEAT_CUT, 3: PATH_CLASS.REPEAT_WHOLE };

/** The class under which an evaluation finds the paths of repeat conversions; null: they don't count. */
export const repeatClassOf = (evaluation: Evaluation): PathClassCode | null => repeatClasses[evaluation];

/** The classes of the paths that count under an evaluation. */
export function pathClassesOf(evaluation: Evaluation): PathClassCode[] {
  const repeat = repeatClassOf(evaluation);
  return repeat === null ? [PATH_CLASS.FIRST] : [PATH_CLASS.FIRST, repeat];
}

/** A product's own evaluation: while it does not separate new and existing customers, all count with their history. */
export const ownEvaluation = (separated: boolean, evaluation: Evaluation): Evaluation => (separated ? evaluation : 3);
