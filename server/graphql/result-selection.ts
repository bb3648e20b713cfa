import { results } from '../logs/result.log';
import { listOf, opt, ref, text } from './fields';
import { selectionType, type GivenSelection } from './selection-input';

const ResultSelectionType = selectionType('Result', results);

/** Arguments that select results: by id, or all that a list with the same conditions shows. */
export const selection = {
  ids: opt(listOf(text)),
  filter: opt(ref<GivenSelection>(() => ResultSelectionType)),
};
