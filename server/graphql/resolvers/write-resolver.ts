import type { Services } from '../../services/services';
import type { SettingWriter } from '../../records/write/write.service';
import { bool, inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

/** Options of a setting's mutations. */
interface WriteOptions {
  /** Name of the object type and of its mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  readonly writer: (services: Services) => SettingWriter;
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'> | undefined;
}

/**
 * Creates the resolver of `createX(input)`, `updateX(id, input)` (omitted fields keep their value) and
 * `deleteX(id)`.
 */
export function writeResolver(options: WriteOptions): new () => object {
  const { type: name, writer, only = ['create', 'update', 'delete'] } = options;
  const type = typeOf(name);
  const input = ref(() => inputTypeOf(`${name}Input`));
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
