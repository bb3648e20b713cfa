import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, int, listOf, objectType, opt, ref, text } from '../graphql/fields';

const PrivacyNoticeEntryType = objectType('TransmissionEntry', {
  kind: text,
  aspId: opt(int),
  recipient: text,
  hostNames: listOf(text),
  sentItems: listOf(text),
  purpose: text,
});
const PrivacyNoticeType = objectType('TransmissionNotice', {
  productId: int,
  language: text,
  installed: bool,
  entries: listOf(ref(() => PrivacyNoticeEntryType)),
  text,
  html: text,
  note: text,
});

@Resolver()
export class PrivacyNoticeResolver {
  @Query(() => PrivacyNoticeType)
  transmissionNotice(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('language', () => String, { nullable: true }) language: string | null,
    @Arg('planned', () => Boolean, { nullable: true, defaultValue: false }) planned: boolean | null,
  ): Promise<object> {
    return context.services.privacyNotices.notice(signedIn(context), productId, {
      language: language ?? context.locale,
      planned: planned ?? false,
    });
  }
}
