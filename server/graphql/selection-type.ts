import { type FieldDef, ref, typeOf } from './fields';

/** Field with the label of an id. */
export const label: FieldDef = ref(() => typeOf('Selection'));
