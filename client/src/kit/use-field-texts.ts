import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textAt } from '../i18n/i18n';

/** Labels and hints of an entity's fields in the reader's language. */
export interface FieldTexts {
  label(name: string): string;
  /** What to type, or undefined where the label says it all. */
  hint(name: string): string | undefined;
}

/**
 * Texts of fields: `fields.label.{entity}_{name}` where an entity words a name its own way, else
 * `fields.label.{name}`. A test makes sure that every field has one.
 */
export function useFieldTexts(entity: string): FieldTexts {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const find = (group: 'label' | 'hint', name: string): string | undefined => {
      const key = [`fields.${group}.${entity}_${name}`, `fields.${group}.${name}`].find((one) =>
        i18n.exists(one),
      );
      return key === undefined ? undefined : textAt(t, key);
    };
    return { label: (name) => find('label', name) ?? name, hint: (name) => find('hint', name) };
  }, [entity, t, i18n]);
}
