import { registerEnumType } from 'type-graphql';
import { snakeCase } from '../../../shared/catalog';
import { messageText } from '../../auth/failure';
import { isDeletable } from '../../records/setting-fields';
import { settingEntries, type SettingListName } from '../../settings/settings';
import { int, ref, typeOf } from '../fields';
import { query, resolver } from '../operation';

/** Deletable settings by the name of their list. */
const SettingKind: Readonly<Record<string, SettingListName>> = Object.fromEntries(
  settingEntries
    .filter(([, setting]) => isDeletable(setting))
    .map(([name, { one }]) => [snakeCase(one).toUpperCase(), name]),
);
registerEnumType(SettingKind, { name: 'SettingKind' });

export const DependentsResolver = resolver({
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
});
