import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textAt } from '../i18n/i18n';

/** Translated labels and hints of an entity's fields. */
export interface FieldTexts {
  label(name: string): string;
  /** Returns the input hint; undefined if the label is enough. */
  hint(name: string): string | undefined;
}

/**
 * Returns the texts of an entity's fields: `fields.label.{entity}_{name}` if the entity has a special text,
 * otherwise `fields.label.{name}`. A test checks that every field has a label.
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
