import {
  type Field,
  type Fields,
  closedFields,
  rulesOf,
  type SettingName,
} from '../../../../shared/settings';
import { recordsIn, type UnknownRecord } from '../../../../shared/records';
import { dayText, parseDay } from '../tokyo-date';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { isEnumValue, RoleType } from '../../../../shared/catalog';
import type { Profile } from '../../session/session-context';
import type { FormHandle } from './form-engine';

/** Values of a form by field name; a text holds the raw input. */
export type FormValues = Record<string, unknown>;

function formValue(field: Field, value: unknown): unknown {
  if (value === undefined) return field.absent;
  if (field.kind === 'day' && typeof value === 'string') return parseDay(value);
  if (field.kind === 'list' && Array.isArray(value))
    return recordsIn(value).map((one) => formValues(field.entry ?? {}, one));
  if (Array.isArray(value)) return [...value];
  return value;
}

/** Returns the form values of a GraphQL record; without one, the defaults. */
export function formValues(fields: Fields, entity: object = {}): FormValues {
  const source: UnknownRecord = { ...entity };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, formValue(field, source[name])]),
  );
}

function inputValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '')
    return field.kind === 'list' || field.kind === 'refs' ? [] : null;
  if (field.kind === 'day' && typeof value === 'number') return dayText(value);
  if (field.kind === 'list') return recordsIn(value).map((one) => inputValues(field.entry ?? {}, one));
  return value;
}

/**
 * Returns the mutation input for normalised values: days in GraphQL's format, without names that are not
 * fields.
 */
export function inputValues(fields: Fields, values: UnknownRecord): FormValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in values)
      .map(([name, field]) => [name, inputValue(field, values[name])]),
  );
}

/** Undefined, null and empty text are equal in a form. */
const emptyToNull = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

export const sameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(emptyToNull(a)) === JSON.stringify(emptyToNull(b));

/** Returns the names of the fields whose values differ. */
export const changedFields = (fields: Fields, before: UnknownRecord, after: UnknownRecord): string[] =>
  Object.keys(fields).filter((name) => !sameValue(before[name], after[name]));

/** Item of a section: a field, or custom content between fields. */
export interface FormItem {
  /** Name of the field; undefined if `render` draws the item. */
  name?: string;
  /** Name of the label; defaults to the field's name. */
  label?: string;
  /** Takes the full width of the section. */
  whole?: boolean;
  hint?: ReactNode;
  autoFocus?: boolean;
  /** Allows placeholders in braces for values of a result. */
  asTemplate?: boolean;
  /** Shows the item only while this returns true. */
  when?: (values: FormValues) => boolean;
  /** Marks the field as required while this returns true. */
  required?: (values: FormValues) => boolean;
  disabled?: (values: FormValues) => boolean;
  /** Called after a change of this field, to change others. */
  changed?: (value: unknown, form: FormHandle) => void;
  /** Content below the field. */
  after?: (form: FormHandle) => ReactNode;
  /** For lists: content beside the add button. */
  foot?: (entries: readonly UnknownRecord[]) => ReactNode;
  addLabel?: (t: TFunction) => string;
  render?: (form: FormHandle) => ReactNode;
}

/** Related fields under a heading. */
export interface FormSection {
  key: string;
  title: (t: TFunction) => string;
  lead?: (t: TFunction) => string;
  items: readonly (string | FormItem)[];
}

/** Declarative definition of a form. */
export interface FormDefinition {
  /** Entity whose labels the fields use. */
  entity: string;
  sections: readonly FormSection[];
  /** Fields that a new record's form shows at first; all by default. */
  first?: readonly string[];
}

/** Form of an entity whose fields and rules shared/settings declares. */
export interface EntityFormDefinition extends FormDefinition {
  entity: SettingName;
}

/** Form of a record that is no setting; it lists its own fields. */
export interface RecordFormDefinition extends FormDefinition {
  fields: Fields;
}

/** Creates a form with a single section without a heading; its items default to all fields in order. */
export const oneSection = (
  entity: SettingName,
  items: FormSection['items'] = Object.keys(rulesOf(entity).fields).map((name, index) => ({
    name,
    autoFocus: index === 0,
  })),
): EntityFormDefinition => ({
  entity,
  sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items }],
});

/**
 * Whether a user may edit a field. Records of an agency's user always belong to the agency, so its field is
 * hidden.
 */
const isOpen = (entity: string, name: string, { roleType }: Pick<Profile, 'roleType'>): boolean =>
  isEnumValue(RoleType, roleType) &&
  !closedFields(roleType, entity).has(name) &&
  !(roleType === RoleType.AGENCY && name === 'agencyId');

/** Returns the sections that a user may edit, without fields that their role can't write. */
export function openSections(
  { entity, sections }: FormDefinition,
  profile: Pick<Profile, 'roleType'>,
): readonly FormSection[] {
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter((item) => isOpen(entity, itemOf(item).name ?? '', profile)),
    }))
    .filter(
      ({ items }, at) =>
        items.length === sections[at]?.items.length || items.some((item) => itemOf(item).name !== undefined),
    );
}

/** Returns one section with only the named fields. */
export const briefSections = (
  sections: readonly FormSection[],
  names: readonly string[],
): readonly FormSection[] => [
  {
    key: 'first',
    title: (t) => t('settings.section.basic'),
    items: sections.flatMap(({ items }) => items).filter((item) => names.includes(itemOf(item).name ?? '')),
  },
];

export const itemOf = (item: string | FormItem): FormItem =>
  typeof item === 'string' ? { name: item } : item;
