import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formatDateTime } from '../../../shared/format';
import { texts, translator } from '../../../shared/i18n';
import { locales } from '../../../shared/i18n/messages';
import { deviceName } from '../../auth/device-name';
import type { Client } from '../../auth/sessions';
import { select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { enqueueDeliveries, type DeliveryKind } from '../../mail/delivery-queue';
import type { Mailer } from '../../mail/mailer';

const NEW_DEVICE = 'newDevice';

/** A device without a sign-in for this long is new again. */
const KNOWN_MS = 90 * 24 * 3_600_000;

const payloadSchema = z.object({ device: z.string(), ip: z.string() });

interface User {
  readonly id: number;
  readonly companyId: number;
}

/** The first device of a user is none of the new ones. */
async function isNew(tx: Tx, user: User, device: string, now: number): Promise<boolean> {
  const tokens = await select<{ ua: string | null; at: number | string }>(tx)`SELECT ua,
    MAX(created_at) AS at FROM refresh_token WHERE user_id = ${user.id} GROUP BY ua`;
  const since = now - KNOWN_MS;
  if (tokens.some(({ ua, at }) => Number(at) > since && (deviceName(ua) ?? '') === device)) return false;
  // Expired tokens are deleted; the audit trail reaches further back.
  const [last] = await select<{ at: number | string | null; device_at: number | string | null }>(tx)`SELECT
    MAX(l.at) AS at, MAX(CASE WHEN c.after_value = ${JSON.stringify(device)} THEN l.at END) AS device_at
    FROM audit_log l JOIN audit_change c ON c.audit_id = l.id AND c.field = ${'device'}
    WHERE l.company_id = ${user.companyId} AND l.entity = ${'session'} AND l.entity_id = ${user.id}
    AND l.action = ${'signIn'}`;
  if (tokens.length === 0 && last?.at == null) return false;
  return Number(last?.device_at ?? 0) <= since;
}

/** Queues a mail to the user if they sign in from a new device. Runs before the sign-in is recorded. */
export async function notifyOfNewDevice(tx: Tx, user: User, { ip, ua }: Client, now: number): Promise<void> {
  const device = deviceName(ua) ?? '';
  if (!(await isNew(tx, user, device, now))) return;
  const key = `${NEW_DEVICE}:${randomUUID()}`;
  await enqueueDeliveries(
    tx,
    [{ key, kind: NEW_DEVICE, subjectId: user.id, userId: user.id, forTime: now, payload: { device, ip } }],
    now,
  );
}

interface Deps {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
}

/** Mails users about sign-ins from new devices, in the language of their last sign-in. */
export const newDeviceDelivery = ({ mailer, publicUrl }: Deps): DeliveryKind => ({
  name: NEW_DEVICE,
  async prepare(db, item) {
    if (!mailer) return { withheld: 'noSmtp' };
    const [user] = await select<{ email: string; locale: string | null }>(db)`SELECT email, locale
      FROM app_user WHERE id = ${item.subject_id} AND status = 1`;
    if (!user) return { withheld: 'recipientGone' };
    const locale = locales.find((one) => one === user.locale) ?? 'ja';
    const { device, ip } = payloadSchema.parse(JSON.parse(item.payload ?? 'null'));
    const t = translator(locale);
    const link = `${publicUrl}/config/user/${item.subject_id}`;
    const time = formatDateTime(Number(item.for_time));
    const facts = { time, device: device || texts[locale].settings.user.device, ip, link };
    const mail = {
      to: user.email,
      subject: t('mails.newDevice.subject'),
      text: t('mails.newDevice.text', facts),
      link,
      key: item.id,
    };
    return (signal) => mailer(mail, signal);
  },
});
