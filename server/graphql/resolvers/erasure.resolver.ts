import type { Locale } from '../../../shared/i18n/messages';
import { int, opt, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { receiptText, type Receipt } from '../../erasure/receipt';

const ErasureReceiptType = typeOf('ErasureReceipt');

const withText = (receipt: Receipt, locale: Locale): object => ({
  ...receipt,
  text: receiptText(receipt, locale),
});

const subject = { productId: int, userId: opt(text), visitorId: opt(text), conversionId: opt(text) };

/** Erases personal data on request. */
export const ErasureResolver = resolver({
  erasurePreview: query(
    typeOf('ErasurePreview'),
    subject,
    async ({ services, actor, locale }, { productId, ...given }) => {
      const { counts, earlier } = await services.erasures.preview(actor, productId, given);
      return { counts, earlier: earlier && withText(earlier, locale) };
    },
  ),
  erasePerson: mutation(
    ErasureReceiptType,
    subject,
    async ({ services, actor, client, locale }, { productId, ...given }) =>
      withText(await services.erasures.erase(actor, productId, given, client), locale),
  ),
  erasures: query(
    [ErasureReceiptType],
    { productId: int },
    async ({ services, actor, locale }, { productId }) =>
      (await services.erasures.list(actor, productId)).map((receipt) => withText(receipt, locale)),
  ),
  erasure: query(
    ErasureReceiptType,
    { productId: int, id: int },
    async ({ services, actor, locale }, { productId, id }) =>
      withText(await services.erasures.get(actor, productId, id), locale),
  ),
});
