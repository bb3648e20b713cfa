import { settingRules } from '../../../shared/settings';
import { messageText } from '../../auth/failure';
import {
  bool,
  inputType,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  type TypeClass,
  withDefault,
} from '../fields';
import { mutation, query, resolver } from '../operation';
import { label } from '../selection-type';
import { fieldsOf } from '../visible-fields';
import { resultFields } from '../../settings/asp/visible-result-settings';
import type { AdImport } from '../../settings/ad/import/ad-import.service';

const { status: _status, ...inherited } = resultFields;
const AdResultSettingsType = objectType('AdResultSettings', {
  adId: int,
  aspId: opt(int),
  asp: opt(label),
  parametersFrom: text,
  noticeFrom: text,
  approvalFrom: text,
  feesFrom: text,
  ...fieldsOf(inherited, settingRules.ad.fields),
});

const AdBulkInputType = inputType('AdBulkInput', {
  status: opt(bool),
  agencyId: opt(int),
  aspId: opt(int),
  adCategoryId: opt(int),
  adType1Id: opt(int),
  adType2Id: opt(int),
  adType3Id: opt(int),
});
const StatusInputType = inputType('StatusInput', { status: bool });

const ImportChangeType = objectType('AdImportChange', { field: text, before: opt(text), after: opt(text) });
const ImportProblemType = objectType('AdImportProblem', { field: text, messages: listOf(text) });
const ImportRowType = objectType('AdImportRow', {
  line: int,
  action: text,
  adId: opt(int),
  adName: opt(text),
  changes: listOf(ref(() => ImportChangeType)),
  problems: listOf(ref(() => ImportProblemType)),
});
const AdImportType = objectType('AdImport', {
  applied: bool,
  created: int,
  updated: int,
  unchanged: int,
  refused: int,
  ignoredColumns: listOf(text),
  rows: listOf(ref(() => ImportRowType)),
});

/** Applies the same change to several rows of a setting. */
const bulkUpdate = (setting: 'ads' | 'asps' | 'users', type: TypeClass) =>
  mutation(int, { ids: listOf(int), input: ref(() => type) }, ({ services, actor, client }, { ids, input }) =>
    services.writes[setting].updateMany(actor, ids, { ...input }, client),
  );

export const AdToolsResolver = resolver({
  adResultSettings: query(AdResultSettingsType, { id: int }, ({ services, actor }, { id }) =>
    services.adResultSettings.get(actor, id),
  ),
  updateAds: bulkUpdate('ads', AdBulkInputType),
  updateAsps: bulkUpdate('asps', StatusInputType),
  updateUsers: bulkUpdate('users', StatusInputType),
  importAds: mutation(
    AdImportType,
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
