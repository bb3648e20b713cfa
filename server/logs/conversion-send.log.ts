import { platformKeys } from '../../shared/catalog/platforms/keys';
import { sendStates } from '../../shared/catalog/platforms/decide';
import type { LogDefinition, LogField } from './log-definition';
import {
  adLabel,
  enumerated,
  indexed,
  instant,
  instantOf,
  int,
  label,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reference,
  searchable,
  text,
  yen,
} from './log-fields';

const maybeInstant = (sql: string): LogField => ({ ...instantOf(sql), ...nullable });

/** The ledger of conversions sent to ad platforms, newest first. */
export const conversionSends: LogDefinition = {
  type: 'ConversionSend',
  one: 'conversionSend',
  many: 'conversionSends',
  table: 'conversion_send',
  menu: 'postbacks',
  time: 'createdAt',
  fields: {
    id: text('id'),
    productId,
    product,
    senderId: int('sender_id'),
    sender: label('sender_id', 'conversion_sender', 'name', searchable),
    platform: enumerated([...platformKeys], text('platform')),
    conversionId: text('event_id', searchable),
    cvSettingId: {
      ...reference('cv_setting_id', 'cvSetting', { nullable: false }),
      source: int('cv_setting_id').source,
    },
    cvSetting: label('cv_setting_id', 'cv_setting', 'title'),
    adId: reference('ad_id', 'ad'),
    ad: adLabel('ad_id'),
    // An order number, as in the arguments of the conversion.
    transactionId: text('transaction_id', { ...searchable, mask: 'hidden', nullable: true }),
    value: {
      ...yen('value_sen', nullable),
      source: { sql: 'e.value_sen', read: (value) => (value === null ? null : Number(value) / 100) },
    },
    state: enumerated([...sendStates], indexed('ix_conversion_send_state', text('state'))),
    reason: text('reason', nullable),
    retraction: enumerated(['due', 'done', 'impossible', null], text('retraction', nullable)),
    attempts: int('attempts'),
    nextAt: maybeInstant('e.next_at'),
    sentAt: maybeInstant('e.sent_at'),
    createdAt: instant('created_at'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
  relations: { attemptLog: ['id', 'productId'] },
};
