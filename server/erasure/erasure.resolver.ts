import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Locale } from '../../shared/i18n/messages';
import { signedIn, type ApiContext } from '../graphql/context';
import { instant, int, objectType, opt, ref, text } from '../graphql/fields';
import { erasureKinds } from './counts';
import type { SubjectInput } from './erasure.service';
import { receiptText, type Receipt } from './receipt';

const ErasureCountsType = objectType(
  'ErasureCounts',
  Object.fromEntries(erasureKinds.map((kind) => [kind, int])),
);
const ErasureReceiptType = objectType('ErasureReceipt', {
  id: int,
  number: text,
  productId: int,
  productName: text,
  subjectKind: text,
  subjectDigest: text,
  status: text,
  requestedAt: instant,
  finishedAt: opt(instant),
  userName: text,
  counts: ref(() => ErasureCountsType),
  text,
});
const ErasurePreviewType = objectType('ErasurePreview', {
  counts: ref(() => ErasureCountsType),
  earlier: opt(ref(() => ErasureReceiptType)),
});

const withText = (receipt: Receipt, locale: Locale): object => ({
  ...receipt,
  text: receiptText(receipt, locale),
});

/** Erases personal data on request. */
@Resolver()
export class ErasureResolver {
  @Query(() => ErasurePreviewType)
  async erasurePreview(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('userId', () => String, { nullable: true }) userId: string | null,
    @Arg('visitorId', () => String, { nullable: true }) visitorId: string | null,
    @Arg('conversionId', () => String, { nullable: true }) conversionId: string | null,
  ): Promise<object> {
    const subject: SubjectInput = { userId, visitorId, conversionId };
    const { counts, earlier } = await context.services.erasures.preview(
      signedIn(context),
      productId,
      subject,
    );
    return { counts, earlier: earlier && withText(earlier, context.locale) };
  }

  @Mutation(() => ErasureReceiptType)
  async erasePerson(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('userId', () => String, { nullable: true }) userId: string | null,
    @Arg('visitorId', () => String, { nullable: true }) visitorId: string | null,
    @Arg('conversionId', () => String, { nullable: true }) conversionId: string | null,
  ): Promise<object> {
    const subject: SubjectInput = { userId, visitorId, conversionId };
    return withText(
      await context.services.erasures.erase(signedIn(context), productId, subject, context.client),
      context.locale,
    );
  }

  @Query(() => [ErasureReceiptType])
  async erasures(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
  ): Promise<object[]> {
    return (await context.services.erasures.list(signedIn(context), productId)).map((receipt) =>
      withText(receipt, context.locale),
    );
  }

  @Query(() => ErasureReceiptType)
  async erasure(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('id', () => Int) id: number,
  ): Promise<object> {
    return withText(await context.services.erasures.get(signedIn(context), productId, id), context.locale);
  }
}
