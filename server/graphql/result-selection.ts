import { inputTypeOf, listOf, opt, ref, text } from './fields';
import type { GivenSelection } from './selection-input';

/** Arguments that select results: by id, or all that a list with the same conditions shows. */
export const selection = {
  ids: opt(listOf(text)),
  filter: opt(ref<GivenSelection>(() => inputTypeOf('ResultSelection'))),
};
