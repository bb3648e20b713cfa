import { selectionType } from './selection-input';
import { results } from '../logs/result.log';

/** All results that their list would show. */
export const ResultSelectionType = selectionType('Result', results);
