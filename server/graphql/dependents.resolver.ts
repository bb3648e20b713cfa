import { Arg, Ctx, Int, Query, registerEnumType, Resolver } from 'type-graphql';
import { messageText } from '../../shared/i18n/messages';
import type { WriteServices } from '../composition/write-services';
import { signedIn, type ApiContext } from './context';
import { int, objectType, text } from './fields';

/** Everything that can be deleted, with its write service. */
const SettingKind = {
  AD: 'ads',
  ASP: 'asps',
  REDIRECT: 'redirects',
  CV_SETTING: 'cvSettings',
  DOMAIN: 'domains',
  AD_CATEGORY: 'adCategories',
  AD_TYPE: 'adTypes',
  AGENCY: 'agencies',
  USER: 'users',
} as const satisfies Record<string, keyof WriteServices>;
registerEnumType(SettingKind, { name: 'SettingKind' });

const DependentType = objectType('Dependent', { kind: text, count: int, label: text });

@Resolver()
export class DependentsResolver {
  @Query(() => [DependentType])
  async dependents(
    @Ctx() context: ApiContext,
    @Arg('of', () => SettingKind) of: (typeof SettingKind)[keyof typeof SettingKind],
    @Arg('id', () => Int) id: number,
  ): Promise<object[]> {
    const found = await context.services.writes[of].dependents(signedIn(context), id);
    return found.map(({ kind, count }) => ({ kind, count, label: messageText(`dependent_${kind}`, context.locale, { count }) }));
  }
}
