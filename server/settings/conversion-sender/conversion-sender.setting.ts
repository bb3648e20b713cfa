import { RoleType } from '../../../shared/catalog';
import { isRecord } from '../../../shared/records';
import { Failure } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import { insertRows, type Tx } from '../../db/database';
import { MAX_KEYS, select } from '../../db/statements';
import type { Change, Part, SettingDefinition, SettingValues, Wrong } from '../../records/setting-definition';
import { ofProducts } from '../../records/visibility';
import { ConversionSender } from './conversion-sender.entity';
import {
  mergeCredentials,
  missingCredentials,
  openCredentials,
  sealCredentials,
  withoutSecrets,
} from './credentials';

type SenderChange = Change<ConversionSender, SettingValues<'conversionSender'>>;

/** Maximum number of senders per product. */
const MAX_SENDERS = 50;

/** The CV settings of a sender. */
const cvSettings: Part<readonly number[] | null> = {
  async read(tx, ids) {
    const bySender = new Map<number, number[]>(ids.map((id) => [id, []]));
    const rows = await select<{ sender_id: number; cv_setting_id: number }>(
      tx,
      MAX_KEYS,
    )`SELECT sender_id, cv_setting_id FROM conversion_sender_cv WHERE sender_id IN ${ids}
      ORDER BY cv_setting_id`;
    for (const row of rows) bySender.get(row.sender_id)?.push(row.cv_setting_id);
    return bySender;
  },
  async write(tx, id, value) {
    await this.remove(tx, id);
    const rows = [...new Set(value ?? [])].map((cvSettingId) => [id, cvSettingId]);
    await insertRows(tx, 'conversion_sender_cv', ['sender_id', 'cv_setting_id'], rows);
  },
  async remove(tx, id) {
    await tx.execute('DELETE FROM conversion_sender_cv WHERE sender_id = ?', [id]);
  },
};

/**
 * Returns whether the secrets would go to another address: who may not see them must not have them sent to one of
 * their own.
 */
const movesAway = (
  current: SenderChange['current'],
  { baseUrl, credentials }: SenderChange['values'],
): boolean => {
  if (!current) return false;
  const { token_url: known = '' } = current.row.credentials;
  const next = isRecord(credentials) ? (credentials.token_url ?? known) : known;
  return (baseUrl ?? null) !== current.row.baseUrl || next !== known;
};

/**
 * Merges the credentials that were sent into the stored ones, and requires those that the platform needs. A new
 * address needs the secrets again.
 */
async function validateSender({ context, current, input, values, productId }: SenderChange): Promise<Wrong> {
  const isSame = current?.row.platform === values.platform;
  const isMoved = movesAway(current, values);
  const stored = !isSame ? {} : isMoved ? withoutSecrets(current.row.credentials) : current.row.credentials;
  const sent = isRecord(input.credentials) ? input.credentials : null;
  values.credentials = mergeCredentials(stored, sent, String(values.platform));
  const missing = missingCredentials(String(values.platform), values.credentials);
  if (missing.length > 0)
    return { credentials: { key: 'credentialsMissing', params: { names: missing.join(', ') } } };
  if (current || productId === null) return {};
  const count = await context.tx.manager.countBy(ConversionSender, { productId });
  return count >= MAX_SENDERS ? { name: { key: 'tooMany', params: { count: MAX_SENDERS } } } : {};
}

/** Encrypts the secrets. A change of them shows in the audit trail as a time. */
function completeSender(
  row: ConversionSender,
  { context, current, values, secrets, productId }: SenderChange,
) {
  const platform = String(values.platform);
  const owner = productId ?? row.productId;
  const isMoved = movesAway(current, values);
  const before = current?.row.sealedCredentials && !isMoved ? openCredentials(secrets, current.row) : {};
  const isSame = current?.row.platform === platform;
  const merged = mergeCredentials(isSame ? before : {}, values.credentials, platform);
  const { credentials, sealedCredentials } = sealCredentials(secrets, owner, platform, merged);
  const changed = Object.entries(credentials).some(
    ([name, shown]) => merged[name] !== shown && merged[name] !== before[name],
  );
  values.credentials = credentials;
  if (!changed && isSame && !isMoved) return;
  row.sealedCredentials = sealedCredentials;
  if (changed) Object.assign(values, { secretsChangedAt: context.at });
}

/** Deletes what a sender sent, with its queue. */
async function removeSends(tx: Tx, id: number): Promise<void> {
  await tx.execute(
    'DELETE FROM conversion_attempt WHERE batch_id IN (SELECT b.id FROM conversion_batch b WHERE b.sender_id = ?)',
    [id],
  );
  for (const table of ['conversion_batch', 'conversion_send'])
    await tx.execute(`DELETE FROM ${table} WHERE sender_id = ?`, [id]);
}

/** Senders of conversions to ad platforms. They decide about money, so agencies have none. */
export const conversionSenders: SettingDefinition<ConversionSender, SettingValues<'conversionSender'>> = {
  name: 'conversionSender',
  fields: {
    id: 'int',
    productId: 'int',
    platform: 'text',
    name: 'text',
    credentials: 'textMap',
    cvSettingIds: 'int[]',
    sendWhen: 'int',
    valueKind: 'int',
    valueFixed: 'float?',
    consentRequired: 'bool',
    testMode: 'bool',
    status: 'bool',
    baseUrl: 'text?',
    secretsChangedAt: 'instant?',
  },
  filters: ['id', 'platform', 'name', 'sendWhen', 'valueKind', 'testMode', 'status'],
  target: ConversionSender,
  menu: 'asps',
  owner: 'product',
  title: 'name',
  parts: { cvSettingIds: cvSettings },
  calledUrl: ({ baseUrl }) => baseUrl,
  calledField: 'baseUrl',
  right: (actor) => {
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    return requireRight(actor, 'asps', 'edit');
  },
  list: (db) => ({
    guard: (actor, _grant, products) => [
      ofProducts(actor, products),
      ...(actor.role === RoleType.AGENCY ? [{ sql: '1 = 0', params: [] }] : []),
    ],
    hidden: ['sealedCredentials'],
    keyword: ['e.name', 'e.platform'],
    computed: { cvSettingIds: { needs: ['id'], make: () => [] } },
    complete: async (rows, { requested }) => {
      if (requested && !requested.has('cvSettingIds')) return;
      const lists = await cvSettings.read(
        db.readOnlyTx,
        rows.map(({ id }) => Number(id)),
      );
      for (const row of rows) row.cvSettingIds = lists.get(Number(row.id)) ?? [];
    },
  }),
  validate: validateSender,
  complete: completeSender,
  beforeRemove: ({ id }, { tx }) => removeSends(tx, id),
};
