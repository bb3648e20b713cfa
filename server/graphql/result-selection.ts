import { selectionType } from './selection-input';
import { results } from '../logs/result.log';

/** Selection of all results that a list with the same conditions shows. */
export const ResultSelectionType = selectionType('Result', results);
