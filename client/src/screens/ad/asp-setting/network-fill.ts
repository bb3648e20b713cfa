import { ResultFlag } from '../../../../../shared/catalog';
import { networkValues, type NetworkTemplate } from '../../../../../shared/catalog/networks';
import type { FieldChange } from '../../../kit/form/change-list';
import { sameValue, type FormValues } from '../../../kit/form/form-definition';

/** Changes that a network template made to a form. */
export interface TemplateFill {
  readonly network: NetworkTemplate;
  /** Changed values before and after the template. */
  readonly before: FormValues;
  readonly after: FormValues;
}

/** Fills form values from a template. Keeps a typed name and an existing postback method. */
export function applyTemplate(network: NetworkTemplate, values: FormValues): TemplateFill {
  const filledValues: FormValues = {
    ...(typeof values.aspName === 'string' && values.aspName.trim() !== '' ? {} : { aspName: network.name }),
    ...networkValues(network),
    ...(network.notice && values.resultFlag === ResultFlag.INVALID ? { resultFlag: ResultFlag.ACTIVE } : {}),
  };
  const changed = Object.keys(filledValues).filter((name) => !sameValue(values[name], filledValues[name]));
  const of = (from: FormValues): FormValues => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { network, before: of(values), after: of(filledValues) };
}

/** Returns true while at least one filled-in value is unchanged. */
export const isStillApplied = ({ after }: TemplateFill, values: FormValues): boolean =>
  Object.keys(after).length === 0 ||
  Object.entries(after).some(([name, value]) => sameValue(values[name], value));

/** Lists the fields that differ from their values before the template. */
export const changesOf = ({ before }: TemplateFill, values: FormValues): FieldChange[] =>
  Object.keys(before)
    .filter((field) => !sameValue(before[field], values[field]))
    .map((field) => ({
      field,
      before: JSON.stringify(before[field] ?? null),
      after: JSON.stringify(values[field] ?? null),
    }));
