import { bool, int, listOf, objectType, opt, ref, text, withDefault } from '../fields';
import { query, resolver } from '../operation';

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

export const PrivacyNoticeResolver = resolver({
  transmissionNotice: query(
    PrivacyNoticeType,
    { productId: int, language: opt(text), planned: withDefault(bool, false) },
    ({ services, actor, locale }, { productId, language, planned }) =>
      services.privacyNotices.notice(actor, productId, { language: language ?? locale, planned }),
  ),
});
