import { Arg, Ctx, Int, Query, registerEnumType, Resolver } from 'type-graphql';
import { snakeCase } from '../../shared/catalog';
import { messageText } from '../../shared/i18n/messages';
import { isDeletable } from '../records/setting-record';
import { settingEntries, type SettingName } from '../settings/settings';
import { signedIn, type ApiContext } from './context';
import { int, objectType, text } from './fields';

/** Deletable settings by the name of their list. */
const SettingKind: Readonly<Record<string, SettingName>> = Object.fromEntries(
  settingEntries
    .filter(([, record]) => isDeletable(record))
    .map(([name, { one }]) => [snakeCase(one).toUpperCase(), name]),
);
registerEnumType(SettingKind, { name: 'SettingKind' });

const DependentType = objectType('Dependent', { kind: text, count: int, label: text });

@Resolver()
export class DependentsResolver {
  @Query(() => [DependentType])
  async dependents(
    @Ctx() context: ApiContext,
    @Arg('of', () => SettingKind) of: SettingName,
    @Arg('id', () => Int) id: number,
  ): Promise<object[]> {
    const rows = await context.services.writes[of].dependents(signedIn(context), id);
    return rows.map(({ kind, count }) => ({
      kind,
      count,
      label: messageText(`dependent_${kind}`, context.locale, { count }),
    }));
  }
}
