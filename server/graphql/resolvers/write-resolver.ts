import {
  settingRules,
  type SettingName,
  type Field,
  type Fields as EntityFields,
} from '../../../shared/settings';
import type { Services } from '../../services/services';
import type { SettingWriter } from '../../records/write/write.service';
import {
  bool,
  day,
  float,
  inputType,
  int,
  listOf,
  opt,
  ref,
  text,
  typeOf,
  type FieldDef,
  type Fields,
  type TypeClass,
} from '../fields';
import { mutation, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

/** Options of a setting's mutations. */
interface WriteOptions {
  readonly setting: SettingName;
  /** Name of the object type and of its mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  /** Input types of list fields, by field. */
  readonly entries?: Readonly<Record<string, TypeClass>>;
  /** Additional input fields. */
  readonly more?: Fields;
  readonly writer: (services: Services) => SettingWriter;
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'> | undefined;
}

const plainTypes: Readonly<Partial<Record<Field['kind'], FieldDef>>> = {
  integer: int,
  money: float,
  number: float,
  choice: int,
  flag: bool,
  ref: int,
  refs: listOf(int),
  day,
};

/** Builds a setting's input fields. All are optional, so every rule reports its error on the field. */
export const entityInput = (
  fields: EntityFields,
  entries: Readonly<Record<string, TypeClass>> = {},
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const entry = entries[name];
      return [name, opt(entry ? listOf(ref(() => entry)) : (plainTypes[kind] ?? text))];
    }),
  );

/**
 * Creates the resolver of `createX(input)`, `updateX(id, input)` (omitted fields keep their value) and
 * `deleteX(id)`.
 */
export function writeResolver(options: WriteOptions): new () => object {
  const { setting, type: name, entries, more, writer, only = ['create', 'update', 'delete'] } = options;
  const type = typeOf(name);
  const inputClass = inputType(`${name}Input`, {
    ...more,
    ...entityInput(settingRules[setting].fields, entries),
    version: opt(int),
  });
  const input = ref(() => inputClass);
  const operations = {
    create: mutation(type, { input }, ({ services, actor, client, info }, args) =>
      writer(services).create(actor, { ...args.input }, client, requestedFields(info)),
    ),
    update: mutation(type, { id: int, input }, ({ services, actor, client, replaces, info }, args) => {
      const mode = replaces ? 'whole' : 'part';
      return writer(services).update(actor, args.id, { ...args.input }, mode, client, requestedFields(info));
    }),
    delete: mutation(bool, { id: int, version: opt(int) }, ({ services, actor, client }, { id, version }) =>
      writer(services).remove(actor, id, client, version),
    ),
  };
  return resolver(Object.fromEntries(only.map((verb) => [`${verb}${name}`, operations[verb]])));
}
