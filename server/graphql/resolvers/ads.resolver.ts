import { messageText } from '../../auth/failure';
import type { MediaUpload } from '../../settings/media-cost/media-import.service';
import type { SentName } from '../../settings/media-cost/media-names';
import type { LinkTestOptions } from '../../link-test/link-test.service';
import {
  bool,
  float,
  inputTypeOf,
  int,
  listOf,
  ref,
  text,
  typeOf,
  withDefault,
  day,
  opt,
  type TypeClass,
} from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

const StatusInputType = inputTypeOf('StatusInput');

/** Applies the same change to several rows of a setting. */
const bulkUpdate = (setting: 'ads' | 'asps' | 'users', type: TypeClass) =>
  mutation(int, { ids: listOf(int), input: ref(() => type) }, ({ services, actor, client }, { ids, input }) =>
    services.writes[setting].updateMany(actor, ids, { ...input }, client),
  );

/**
 * Imports a table of a setting.
 * @param names names of a row's id and label in the type
 */
const tableImport = (
  service: 'adImport' | 'targetImport',
  type: TypeClass,
  names: { readonly id: string; readonly label: string },
) =>
  mutation(
    type,
    {
      productId: int,
      csv: text,
      sheet: opt(text),
      dryRun: withDefault(bool, true),
      skipRefused: withDefault(bool, false),
    },
    async ({ services, actor, client, locale }, args) => {
      const outcome = await services[service].run(actor, args, client);
      const worded = ({ id, label, problems, ...row }: (typeof outcome.rows)[number]) => ({
        ...row,
        [names.id]: id,
        [names.label]: label,
        problems: problems.map(({ field, messages }) => ({
          field,
          messages: messages.map((one) => messageText(one, locale)),
        })),
      });
      return { ...outcome, rows: outcome.rows.map(worded) };
    },
  );

const adPageArgs = { productId: int, adId: int, dateFrom: day, dateTo: day };

const ScenarioType = typeOf('AllocationScenario');
const scenarioInput = ref(() => inputTypeOf('AllocationScenarioInput'));

export const adResolver = resolver({
  adResultSettings: query(typeOf('AdResultSettings'), { id: int }, ({ services, actor }, { id }) =>
    services.adResultSettings.get(actor, id),
  ),
  updateAds: bulkUpdate('ads', inputTypeOf('AdBulkInput')),
  updateAsps: bulkUpdate('asps', StatusInputType),
  updateUsers: bulkUpdate('users', StatusInputType),
  importAds: tableImport('adImport', typeOf('AdImport'), { id: 'adId', label: 'adName' }),
  importTargets: tableImport('targetImport', typeOf('TargetImport'), { id: 'targetId', label: 'name' }),
  adPaths: query(typeOf('AdPaths'), { ...adPageArgs, evaluation: opt(int) }, ({ services, actor }, args) =>
    services.adPage.paths(actor, args),
  ),
  adResultStates: query([typeOf('ResultState')], adPageArgs, ({ services, actor }, args) =>
    services.adPage.resultStates(actor, args),
  ),
  adLinkStates: query([typeOf('LinkState')], { adId: int }, ({ services, actor }, { adId }) =>
    services.adPage.linkStates(actor, adId),
  ),
  rehearse: mutation(
    typeOf('Rehearsal'),
    { adId: int, input: opt(ref<LinkTestOptions>(() => inputTypeOf('RehearsalInput'))) },
    ({ services, actor }, { adId, input }) => services.linkTests.run(actor, adId, input ?? {}),
  ),
  mediaSources: query([typeOf('MediaSource')], { productId: int }, ({ services, actor }, { productId }) =>
    services.mediaCosts.sources(actor, productId),
  ),
  updateMediaSource: mutation(
    typeOf('MediaSource'),
    { id: int, input: ref(() => inputTypeOf('MediaSourceInput')) },
    ({ services, actor, client }, { id, input }) =>
      services.mediaCosts.updateSource(actor, id, { ...input }, client),
  ),
  mediaCostDays: query(
    [typeOf('MediaCostDay')],
    { productId: int, dateFrom: day, dateTo: day, figure: opt(text), adIds: opt(listOf(int)) },
    ({ services, actor }, args) => services.mediaCosts.days(actor, args),
  ),
  mediaCosts: query(
    [typeOf('MediaCost')],
    { productId: int, day, figure: opt(text) },
    ({ services, actor }, args) => services.mediaCosts.ofDay(actor, args.productId, args.day, args.figure),
  ),
  importMediaCosts: mutation(
    typeOf('MediaCostImport'),
    {
      productId: int,
      sourceName: text,
      csv: text,
      mapping: opt(ref<NonNullable<MediaUpload['mapping']>>(() => inputTypeOf('MediaMappingInput'))),
      sheet: opt(text),
      year: opt(int),
      spread: withDefault(bool, false),
      exchangeRate: opt(float),
      names: opt(listOf(ref<SentName>(() => inputTypeOf('MediaNameInput')))),
      dryRun: withDefault(bool, true),
    },
    async ({ services, actor, client, locale }, { names, ...args }) => {
      const outcome = await services.mediaImport.run(actor, { ...args, names: names ?? [] }, client);
      const worded = (row: (typeof outcome.rows)[number]) => ({
        ...row,
        reason: row.reason && messageText(row.reason, locale),
        problems: row.problems.map(({ field, column, value, message: { key, params } }) => ({
          field,
          column,
          value,
          message: messageText({ key, params }, locale),
        })),
      });
      return { ...outcome, rows: outcome.rows.map(worded) };
    },
  ),
  mediaNames: query([typeOf('MediaName')], { productId: int }, ({ services, actor }, { productId }) =>
    services.mediaCosts.names(actor, productId),
  ),
  updateMediaName: mutation(
    typeOf('MediaName'),
    { id: int, adId: opt(int) },
    ({ services, actor, client }, { id, adId }) =>
      services.mediaCosts.updateName(actor, id, adId ?? null, client),
  ),
  deleteMediaName: mutation(bool, { id: int }, ({ services, actor, client }, { id }) =>
    services.mediaCosts.removeName(actor, id, client),
  ),
  deleteMediaCosts: mutation(
    int,
    { productId: int, dateFrom: day, dateTo: day, sourceId: opt(int) },
    ({ services, actor, client }, args) => services.mediaCosts.remove(actor, args, client),
  ),
  allocationScenarios: query([ScenarioType], { productId: int }, ({ services, actor, info }, { productId }) =>
    services.allocationScenarios.all(actor, { productId }, requestedFields(info)),
  ),
  createAllocationScenario: mutation(
    ScenarioType,
    { input: scenarioInput },
    ({ services, actor, client, info }, args) =>
      services.writes.allocationScenarios.create(actor, { ...args.input }, client, requestedFields(info)),
  ),
  updateAllocationScenario: mutation(
    ScenarioType,
    { id: int, input: scenarioInput },
    ({ services, actor, client, info }, args) => {
      const { allocationScenarios } = services.writes;
      return allocationScenarios.update(
        actor,
        args.id,
        { ...args.input },
        'whole',
        client,
        requestedFields(info),
      );
    },
  ),
  deleteAllocationScenario: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.writes.allocationScenarios.remove(actor, id, client, version),
  ),
});
