import { ResultFlag } from '../../../../../shared/catalog';
import { networkValues, type NetworkTemplate } from '../../../../../shared/catalog/networks';
import type { FieldChange } from '../../../kit/form/change-list';
import { sameValue, type FormValues } from '../../../kit/form/values';

/** What filling in by a template did to a form. */
export interface Filled {
  readonly network: NetworkTemplate;
  /** The values that changed, as they were and as the template has them. */
  readonly before: FormValues;
  readonly after: FormValues;
}

/** The values of a form by a template. A name that was typed stays, and so does how results are made where they are. */
export function fillIn(network: NetworkTemplate, values: FormValues): Filled {
  const wanted: FormValues = {
    ...(typeof values.aspName === 'string' && values.aspName.trim() !== '' ? {} : { aspName: network.name }),
    ...networkValues(network),
    ...(network.notice && values.resultFlag === ResultFlag.INVALID ? { resultFlag: ResultFlag.ACTIVE } : {}),
  };
  const changed = Object.keys(wanted).filter((name) => !sameValue(values[name], wanted[name]));
  const of = (from: FormValues): FormValues => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { network, before: of(values), after: of(wanted) };
}

/** Whether anything that was filled in still stands. */
export const stands = ({ after }: Filled, values: FormValues): boolean =>
  Object.keys(after).length === 0 ||
  Object.entries(after).some(([name, value]) => sameValue(values[name], value));

/** What is other than before, with the values as they stand now. */
export const changesOf = ({ before }: Filled, values: FormValues): FieldChange[] =>
  Object.keys(before)
    .filter((field) => !sameValue(before[field], values[field]))
    .map((field) => ({
      field,
      before: JSON.stringify(before[field] ?? null),
      after: JSON.stringify(values[field] ?? null),
    }));
