import { bool, int, opt, text, typeOf, withDefault } from '../fields';
import { query, resolver } from '../operation';

export const PrivacyNoticeResolver = resolver({
  transmissionNotice: query(
    typeOf('TransmissionNotice'),
    { productId: int, language: opt(text), planned: withDefault(bool, false) },
    ({ services, actor, locale }, { productId, language, planned }) =>
      services.privacyNotices.notice(actor, productId, { language: language ?? locale, planned }),
  ),
});
