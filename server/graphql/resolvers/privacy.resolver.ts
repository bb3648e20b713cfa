import type { Locale } from '../../../shared/i18n/messages';
import { receiptText, type Receipt } from '../../erasure/receipt';
import { int, opt, text, typeOf, bool, withDefault } from '../fields';
import { mutation, query, resolver } from '../operation';

const ErasureReceiptType = typeOf('ErasureReceipt');

const withText = (receipt: Receipt, locale: Locale): object => ({
  ...receipt,
  text: receiptText(receipt, locale),
});

const subject = { productId: int, userId: opt(text), visitorId: opt(text), conversionId: opt(text) };

export const privacyResolver = resolver({
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
  logHorizon: query(typeOf('LogHorizon'), { productId: int }, ({ services, actor }, { productId }) =>
    services.logHorizons.of(actor, productId),
  ),
  transmissionNotice: query(
    typeOf('TransmissionNotice'),
    { productId: int, language: opt(text), planned: withDefault(bool, false) },
    ({ services, actor, locale }, { productId, language, planned }) =>
      services.privacyNotices.notice(actor, productId, { language: language ?? locale, planned }),
  ),
});
