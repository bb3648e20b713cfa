import { keysOf } from '../../../../shared/records';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { enumEntries, enumerations, type EnumerationName } from '../../../../shared/catalog';
import type { RefKind } from '../../../../shared/settings';
import { adKindOf } from '../../session/ad-names';
import { useSession } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { refChoices } from '../form/choices';
import { useFieldTexts } from '../use-field-texts';
import type { ListFilter } from './list-source';

/**
 * Returns the value of the only field of an object. The kit's documents for a setting query one field each.
 */
export function onlyField<Data extends { readonly [name in keyof Data]: unknown }>(
  data: Data,
): Data[keyof Data] {
  const [name, ...more] = keysOf<keyof Data & string>(data).filter((key) => key !== '__typename');
  if (name === undefined || more.length > 0)
    throw new Error(`Expected an answer with one field, got: ${Object.keys(data).join(', ')}`);
  return data[name];
}

/** Filter condition on an enumeration, another setting, a flag, fixed text choices, free text, or a bound of an amount. */
export type FilterSpec =
  | { name: string; enumeration: EnumerationName }
  | { name: string; refers: RefKind }
  | { name: string; flag: true }
  | { name: string; words: (t: TFunction) => ListFilter['choices'] }
  | { name: string; typed: (t: TFunction) => string }
  | { name: string; of: string; bound: 'atLeast' | 'atMost' };

/** Maximum number of typed values; each is a separate condition. */
const MAX_TYPED_VALUES = 100;

/** Returns the conditions of a list with choices in the user's language. */
export function useFilterChoices(entity: string, specs: readonly FilterSpec[]): readonly ListFilter[] {
  const { t } = useTranslation();
  const session = useSession();
  const texts = useFieldTexts(entity);
  return useMemo(
    () =>
      specs.map((spec): ListFilter => {
        const { name } = spec;
        const label = texts.label(name);
        if ('refers' in spec) {
          const choices = refChoices(session, spec.refers).map((choice) => ({
            value: String(choice.value),
            label: choice.label,
          }));
          return { name, label, kind: 'number', choices, search: adKindOf(spec.refers) };
        }
        if ('words' in spec) return { name, label, kind: 'text', choices: spec.words(t) };
        if ('typed' in spec)
          return {
            name,
            label,
            kind: 'text',
            choices: [],
            typed: { hint: spec.typed(t), max: MAX_TYPED_VALUES },
          };
        if ('bound' in spec)
          return {
            name,
            label: t(`logs.${spec.bound}`, { field: texts.label(spec.of) }),
            kind: 'number',
            choices: [],
            typed: { hint: t('logs.typedAmount'), max: 1 },
          };
        if ('flag' in spec) {
          const choices = [
            { value: 'true', label: t('list.on') },
            { value: 'false', label: t('list.off') },
          ];
          return { name, label, kind: 'boolean', choices };
        }
        const entries = enumEntries(enumerations[spec.enumeration]);
        const choices = entries.map(({ value }) => ({
          value: String(value),
          label: enumLabel(t, spec.enumeration, value),
        }));
        return { name, label, kind: typeof entries[0]?.value === 'boolean' ? 'boolean' : 'number', choices };
      }),
    [specs, session, texts, t],
  );
}
