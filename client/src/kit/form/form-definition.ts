import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { isEnumValue, RoleType } from '../../../../shared/catalog';
import { closedFields, type EntityName } from '../../../../shared/settings';
import { type UnknownRecord } from '../../../../shared/records';
import type { Profile } from '../../session/session-context';
import type { FormHandle } from './form-engine';
import type { FormValues } from './values';

/** One item of a section: a field, or something of the screen's own between fields. */
export interface FormItem {
  /** Name of the field; absent where `render` draws something else. */
  name?: string;
  /** Name under which its label stands; the field's own unless given. */
  label?: string;
  /** Takes the whole width of the section. */
  whole?: boolean;
  hint?: ReactNode;
  autoFocus?: boolean;
  /** Names in braces may stand for a result's values. */
  asTemplate?: boolean;
  /** Shown only while this holds. */
  when?: (values: FormValues) => boolean;
  /** Marked as required while this holds (besides those that always are). */
  required?: (values: FormValues) => boolean;
  disabled?: (values: FormValues) => boolean;
  /** Follows a change of this field with changes of others. */
  changed?: (value: unknown, form: FormHandle) => void;
  /** Stands below the field. */
  after?: (form: FormHandle) => ReactNode;
  /** Of a list: stands beside the button that adds an entry. */
  foot?: (entries: readonly UnknownRecord[]) => ReactNode;
  addLabel?: (t: TFunction) => string;
  render?: (form: FormHandle) => ReactNode;
}

/** Fields that belong together, under a heading. */
export interface FormSection {
  key: string;
  title: (t: TFunction) => string;
  lead?: (t: TFunction) => string;
  items: readonly (string | FormItem)[];
}

/** A form as data. */
export interface FormDefinition {
  /** Whose labels head the fields. */
  entity: string;
  sections: readonly FormSection[];
}

/** The form of an entity whose fields and rules shared/entities declares. */
export interface EntityFormDefinition extends FormDefinition {
  entity: EntityName;
}

/** A form whose few fields need no headings of their own. */
export const oneSection = (entity: EntityName, items: FormSection['items']): EntityFormDefinition => ({
  entity,
  sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items }],
});

/** Whether a user writes a field of an entity; what an agency's user makes belongs to the agency without being asked. */
const isOpen = (entity: string, name: string, { roleType }: Pick<Profile, 'roleType'>): boolean =>
  isEnumValue(RoleType, roleType) &&
  !closedFields(roleType, entity).has(name) &&
  !(roleType === RoleType.AGENCY && name === 'agencyId');

/** The sections of a form that are open to a user: what their role never writes is not asked for. */
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

export const itemOf = (item: string | FormItem): FormItem =>
  typeof item === 'string' ? { name: item } : item;
