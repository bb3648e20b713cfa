import { int, objectType, ref, text, type FieldDef } from './fields';

/** Something to choose from, or the name of what an id stands for. */
const SelectionType = objectType('Selection', { id: int, label: text });

/** A field with the name of what an id stands for. */
export const label: FieldDef = ref(() => SelectionType);
