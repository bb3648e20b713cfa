import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { messageText } from '../../../shared/i18n/messages';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, instant, int, listOf, objectType, opt, ref, text } from '../../graphql/fields';

const SetupGapType = objectType('SetupGap', { code: text, label: text });
const SeenHostType = objectType('SeenHost', { host: text, views: int, known: bool });
const CvSettingStateType = objectType('CvSettingState', {
  id: int,
  title: text,
  lastConversionAt: opt(instant),
});
const RejectedEventCountType = objectType('BadEventCount', {
  door: text,
  reason: text,
  count: int,
  lastAt: instant,
});
const ProductSetupType = objectType('ProductSetup', {
  productId: int,
  waitingSince: instant,
  lastTagAt: opt(instant),
  lastAccessAt: opt(instant),
  lastClickAt: opt(instant),
  lastConversionAt: opt(instant),
  missing: listOf(ref(() => SetupGapType)),
  hosts: listOf(ref(() => SeenHostType)),
  cvSettings: listOf(ref(() => CvSettingStateType)),
  badEvents: listOf(ref(() => RejectedEventCountType)),
});

@Resolver()
export class ProductSetupResolver {
  @Query(() => ProductSetupType)
  async productSetup(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number): Promise<object> {
    const setup = await context.services.productSetup.get(signedIn(context), id);
    return {
      ...setup,
      missing: setup.missing.map((code) => ({ code, label: messageText(`setup_${code}`, context.locale) })),
    };
  }
}
