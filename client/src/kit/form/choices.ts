import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { enumEntries, type EnumValue } from '../../../../shared/catalog';
import type { Field, RefKind } from '../../../../shared/settings';
import { useOptionalSession, type Session } from '../../session/session-context';
import { enumerationName, enumLabel } from '../enum-label';

export interface Choice<V = EnumValue> {
  value: V;
  label: string;
}

const NOTHING: Choice<number>[] = [];
const options = (list: readonly { id: number; label: string }[]): Choice<number>[] =>
  list.map(({ id, label }) => ({ value: id, label }));

/**
 * Returns the choices of a reference within the active product. Ads and redirect links include only those
 * whose names are loaded.
 */
export function refChoices(session: Session | undefined, refers: RefKind): Choice<number>[] {
  if (!session) return NOTHING;
  const { selections, products } = session;
  if (refers === 'product') return options(products);
  if (refers === 'adType1' || refers === 'adType2' || refers === 'adType3') {
    const sequence = Number(refers.at(-1));
    return options(selections.adType.filter((type) => type.sequence === sequence));
  }
  return options(selections[refers]);
}

/** Returns the choices of an enumeration or reference field; undefined for other kinds. */
export function useChoices(field: Field): readonly Choice[] | undefined {
  const { t } = useTranslation();
  const session = useOptionalSession();
  return useMemo(() => {
    if (field.refers) return refChoices(session, field.refers);
    const name = field.enumeration && enumerationName(field.enumeration);
    if (!field.enumeration || !name) return undefined;
    return enumEntries(field.enumeration).map(({ value }) => ({ value, label: enumLabel(t, name, value) }));
  }, [field, session, t]);
}
