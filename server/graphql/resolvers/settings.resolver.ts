import { registerEnumType, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { isKeyOf } from '../../../shared/records';
import { snakeCase } from '../../../shared/catalog';
import type { FieldType, ScalarFieldType, VisibleFields } from '../../records/setting-definition';
import type { Services } from '../../services/services';
import type { SettingWriter } from '../../records/write/write.service';
import { visibleFields, isDeletable } from '../../records/setting-fields';
import { settingEntries, type SettingListName } from '../../settings/settings';
import { messageText, notFound } from '../../auth/failure';
import { loadersOf, type ApiContext } from '../../services/context';
import {
  bool,
  day,
  float,
  instant,
  int,
  listOf,
  opt,
  ref,
  text,
  typeOf,
  label,
  textMap,
  inputTypeOf,
  objectType,
  type FieldDef,
  type Fields,
} from '../fields';
import { mutation, resolver, query } from '../operation';
import { requestedFields } from '../requested-fields';
import { readResolver } from './read-resolver';

const types: Readonly<Record<ScalarFieldType, FieldDef>> = {
  text,
  int,
  float,
  bool,
  day,
  instant,
  label,
  textMap,
};

function fieldOf(notation: FieldType): FieldDef {
  if (notation === 'int[]') return listOf(int);
  const type = notation.replace(/\?$/, '');
  if (!isKeyOf(types, type)) throw new Error(`no type ${notation}`);
  return type === notation ? types[type] : opt(types[type]);
}

/** Builds the GraphQL fields of a setting. */
const fieldsOf = (fields: VisibleFields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      typeof one === 'string' ? fieldOf(one) : listOf(ref(() => typeOf(one.entry))),
    ]),
  );

/** Options of a setting's mutations. */
interface WriteOptions {
  /** Name of the object type and of its mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  readonly writer: (services: Services) => SettingWriter;
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'> | undefined;
  readonly confirms?: boolean | undefined;
}

/**
 * Creates the resolver of `createX(input)`, `updateX(id, input)` (omitted fields keep their value) and
 * `deleteX(id)`.
 */
function writeResolver(options: WriteOptions): new () => object {
  const { type: name, writer, only = ['create', 'update', 'delete'], confirms } = options;
  const type = typeOf(name);
  const input = ref(() => inputTypeOf(`${name}Input`));
  const operations = {
    create: mutation(type, { input }, ({ services, actor, client, info }, args) =>
      writer(services).create(actor, { ...args.input }, client, requestedFields(info)),
    ),
    update: mutation(
      type,
      { id: int, input, ...(confirms && { confirm: opt(bool) }) },
      ({ services, actor, client, replaces, info }, { id, input: values, confirm }) => {
        const author = { ...client, confirmed: confirm === true };
        const mode = replaces ? 'whole' : 'part';
        return writer(services).update(actor, id, { ...values }, mode, author, requestedFields(info));
      },
    ),
    delete: mutation(bool, { id: int, version: opt(int) }, ({ services, actor, client }, { id, version }) =>
      writer(services).remove(actor, id, client, version),
    ),
  };
  return resolver(Object.fromEntries(only.map((verb) => [`${verb}${name}`, operations[verb]])));
}

/** Reading and writing of all settings, generated from their definitions. */
const recordResolvers = settingEntries.flatMap(([many, setting]) => {
  const { type, one, only, confirms, byProduct, owner } = setting;
  objectType(type, fieldsOf(visibleFields(setting)));
  return [
    readResolver({
      type,
      one,
      many,
      ofProduct: byProduct ?? owner === 'product',
      service: (services) => services[many],
    }),
    writeResolver({ type, writer: ({ writes }) => writes[many], only, confirms }),
  ];
});

/** Deletable settings by the name of their list. */
const SettingKind: Readonly<Record<string, SettingListName>> = Object.fromEntries(
  settingEntries
    .filter(([, setting]) => isDeletable(setting))
    .map(([name, { one }]) => [snakeCase(one).toUpperCase(), name]),
);
registerEnumType(SettingKind, { name: 'SettingKind' });

@Resolver(() => typeOf('Ad'))
class AdRelations {
  @FieldResolver(() => [typeOf('Redirect')])
  redirects(
    @Root() ad: { id: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object[]> {
    return loadersOf(context).related('redirectsOfAd', ad.id, requestedFields(info));
  }
}

@Resolver(() => typeOf('Redirect'))
class RedirectRelations {
  @FieldResolver(() => typeOf('Ad'))
  async adDetail(
    @Root() redirect: { adId: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    const [ad] = await loadersOf(context).related('adOfRedirect', redirect.adId, requestedFields(info));
    if (!ad) throw notFound();
    return ad;
  }
}

@Resolver(() => typeOf('Product'))
class ProductRelations {
  @FieldResolver(() => [typeOf('CvSetting')])
  cvSettings(
    @Root() product: { id: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object[]> {
    return loadersOf(context).related('cvSettingsOfProduct', product.id, requestedFields(info));
  }
}

const AnalyzeSettingType = typeOf('AnalyzeSetting');

const operations = resolver({
  dependents: query(
    [typeOf('Dependent')],
    { of: ref<SettingListName>(() => SettingKind), id: int },
    async ({ services, actor, locale }, { of, id }) => {
      const rows = await services.writes[of].dependents(actor, id);
      return rows.map(({ kind, count }) => ({
        kind,
        count,
        label: messageText({ key: `dependent_${kind}`, params: { count } }, locale),
      }));
    },
  ),
  productSetup: query(typeOf('ProductSetup'), { id: int }, async ({ services, actor, locale }, { id }) => {
    const setup = await services.productSetup.get(actor, id);
    return {
      ...setup,
      missing: setup.missing.map((code) => ({ code, label: messageText({ key: `setup_${code}` }, locale) })),
    };
  }),
  productSeen: query(typeOf('ProductSeen'), { id: int }, ({ services, actor }, { id }) =>
    services.productSeen.get(actor, id),
  ),
  trackerCheck: query(typeOf('TrackerCheck'), { id: int }, async ({ services, actor, locale }, { id }) => {
    const { state, safari, ...rest } = await services.trackerChecks.check(actor, id);
    const labelled = (code: `host_${typeof state}` | `safari_${typeof safari}`) => ({
      code: code.replace(/^[a-z]+_/, ''),
      label: messageText({ key: `tracker_${code}` }, locale),
    });
    return { ...rest, state: labelled(`host_${state}`), safari: labelled(`safari_${safari}`) };
  }),
  analyzeSettings: query([AnalyzeSettingType], {}, ({ services, actor }) =>
    services.analyzeSettings.list(actor),
  ),
  updateAnalyzeSettings: mutation(
    [AnalyzeSettingType],
    { settings: listOf(ref(() => inputTypeOf('AnalyzeSettingInput'))) },
    ({ services, actor, client }, { settings }) => services.analyzeSettings.save(actor, settings, client),
  ),
  resetAnalyzeSetting: mutation(
    [AnalyzeSettingType],
    { item: int, forCompany: opt(bool) },
    ({ services, actor, client }, { item, forCompany }) =>
      services.analyzeSettings.reset(actor, item, forCompany ?? false, client),
  ),
});

export const settingResolvers = [
  ...recordResolvers,
  AdRelations,
  RedirectRelations,
  ProductRelations,
  operations,
] as const;
