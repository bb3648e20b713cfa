import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, int, listOf, objectType, opt, ref, text } from '../graphql/fields';

const TransmissionEntryType = objectType('TransmissionEntry', {
  kind: text,
  aspId: opt(int),
  recipient: text,
  hostNames: listOf(text),
  sentItems: listOf(text),
  purpose: text,
});
const TransmissionNoticeType = objectType('TransmissionNotice', {
  productId: int,
  language: text,
  installed: bool,
  entries: listOf(ref(() => TransmissionEntryType)),
  text,
  html: text,
  note: text,
});

@Resolver()
export class TransmissionResolver {
  @Query(() => TransmissionNoticeType)
  transmissionNotice(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('language', () => String, { nullable: true }) language: string | null,
    @Arg('planned', () => Boolean, { nullable: true, defaultValue: false }) planned: boolean | null,
  ): Promise<object> {
    return context.services.transmissions.notice(signedIn(context), productId, {
      language: language ?? context.locale,
      planned: planned ?? false,
    });
  }
}
