import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Mutation, Resolver } from 'type-graphql';
import {
  settingDefinitions,
  type SettingName,
  type Field,
  type Fields as EntityFields,
} from '../../shared/settings';
import type { Services } from '../composition/services';
import type { SettingWriter } from '../records/write/write.service';
import type { Input } from '../records/write/write-spec';
import { signedIn, type ApiContext } from './context';
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
} from './fields';
import { requestedFields } from './requested-fields';

/** Options of an entity's mutations. */
interface WriteOptions {
  readonly entity: SettingName;
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

/** Builds an entity's input fields. All are optional, so every rule reports its error on the field. */
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

type Constructor = new () => object;

function withCreate(
  Base: Constructor,
  type: TypeClass,
  input: TypeClass,
  { type: name, writer }: WriteOptions,
): Constructor {
  @Resolver()
  class CreateResolver extends Base {
    @Mutation(() => type, { name: `create${name}` })
    create(
      @Ctx() context: ApiContext,
      @Arg('input', () => input) given: Input,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      return writer(context.services).create(
        signedIn(context),
        { ...given },
        context.client,
        requestedFields(info),
      );
    }
  }
  return CreateResolver;
}

function withUpdate(
  Base: Constructor,
  type: TypeClass,
  input: TypeClass,
  { type: name, writer }: WriteOptions,
): Constructor {
  @Resolver()
  class UpdateResolver extends Base {
    @Mutation(() => type, { name: `update${name}` })
    update(
      @Ctx() context: ApiContext,
      @Arg('id', () => Int) id: number,
      @Arg('input', () => input) given: Input,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      const mode = context.replaces ? 'whole' : 'part';
      return writer(context.services).update(
        signedIn(context),
        id,
        { ...given },
        mode,
        context.client,
        requestedFields(info),
      );
    }
  }
  return UpdateResolver;
}

function withDelete(Base: Constructor, { type: name, writer }: WriteOptions): Constructor {
  @Resolver()
  class DeleteResolver extends Base {
    @Mutation(() => Boolean, { name: `delete${name}` })
    remove(
      @Ctx() context: ApiContext,
      @Arg('id', () => Int) id: number,
      @Arg('version', () => Int, { nullable: true }) version: number | null,
    ): Promise<boolean> {
      return writer(context.services).remove(signedIn(context), id, context.client, version ?? null);
    }
  }
  return DeleteResolver;
}

@Resolver()
class EmptyResolver {}

/**
 * Creates the resolver of `createX(input)`, `updateX(id, input)` (omitted fields keep their value) and
 * `deleteX(id)`.
 */
export function writeResolver(options: WriteOptions): Constructor {
  const { only = ['create', 'update', 'delete'] } = options;
  const type = typeOf(options.type);
  const input = inputType(`${options.type}Input`, {
    ...options.more,
    ...entityInput(settingDefinitions[options.entity].fields, options.entries),
    version: opt(int),
  });
  let resolver: Constructor = EmptyResolver;
  if (only.includes('create')) resolver = withCreate(resolver, type, input, options);
  if (only.includes('update')) resolver = withUpdate(resolver, type, input, options);
  return only.includes('delete') ? withDelete(resolver, options) : resolver;
}
