import { int, objectType, ref, text, type FieldDef } from './fields';

/** Option of a selection, or the label of an id. */
const SelectionType = objectType('Selection', { id: int, label: text });

/** Field with the label of an id. */
export const label: FieldDef = ref(() => SelectionType);
