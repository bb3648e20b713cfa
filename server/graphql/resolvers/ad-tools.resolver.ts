import { messageText } from '../../auth/failure';
import { bool, inputTypeOf, int, listOf, ref, text, type TypeClass, typeOf, withDefault } from '../fields';
import { mutation, query, resolver } from '../operation';
import type { AdImport } from '../../settings/ad/import/ad-import.service';

const StatusInputType = inputTypeOf('StatusInput');

/** Applies the same change to several rows of a setting. */
const bulkUpdate = (setting: 'ads' | 'asps' | 'users', type: TypeClass) =>
  mutation(int, { ids: listOf(int), input: ref(() => type) }, ({ services, actor, client }, { ids, input }) =>
    services.writes[setting].updateMany(actor, ids, { ...input }, client),
  );

export const AdToolsResolver = resolver({
  adResultSettings: query(typeOf('AdResultSettings'), { id: int }, ({ services, actor }, { id }) =>
    services.adResultSettings.get(actor, id),
  ),
  updateAds: bulkUpdate('ads', inputTypeOf('AdBulkInput')),
  updateAsps: bulkUpdate('asps', StatusInputType),
  updateUsers: bulkUpdate('users', StatusInputType),
  importAds: mutation(
    typeOf('AdImport'),
    { productId: int, csv: text, dryRun: withDefault(bool, true) },
    async ({ services, actor, client, locale }, args) => {
      const outcome = await services.adImport.run(actor, args, client);
      const worded = (row: AdImport['rows'][number]) => ({
        ...row,
        problems: row.problems.map(({ field, messages }) => ({
          field,
          messages: messages.map((one) => messageText(one, locale)),
        })),
      });
      return { ...outcome, rows: outcome.rows.map(worded) };
    },
  ),
});
