import { RoleType } from '../../../shared/catalog';
import {
  MASK,
  maskCredentials,
  request,
  type Credentials,
  type FilePlatform,
  type SentConversion,
} from '../../../shared/catalog/platforms';
import { formatDay, dayOf } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Database, Tx } from '../../db/database';
import { allOf, oneOf } from '../../db/condition';
import { chunksOf, execute, select, sql, updateRows } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { newEventId } from '../../platform/event-id';
import { createWriteContext, recordChange, recordChanges } from '../../records/audit/record';
import type { ListService } from '../../records/list.service';
import { selectRows, type Selection } from '../../records/selection';
import { requireRead } from '../../records/read-plan';
import { transactionOf } from '../../results/outbox/write-sends';
import type { Resent } from '../resend.service';
import { encodeCp932 } from './cp932';
import { judge, readSenders, readSends, SEND_COLUMNS, type Sender, type SendRow } from './read-sends';

/** Attempt to send a conversion, with others of its batch. */
export interface SendAttempt {
  readonly at: Date;
  readonly url: string | null;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly conversions: number;
  readonly answer: string | null;
}

/** The request that a sender makes, with secrets as `***`; for files their text as the body's `file`. */
export interface SenderPreview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Id of the conversion; null for a made-up one. */
  readonly conversionId: string | null;
}

/** A file of conversions for a platform. */
export interface ConversionFile {
  readonly fileName: string;
  readonly rows: number;
  /** Base64. */
  readonly content: string;
}

/** Which rows a file has: new conversions, those of the last file, or those to take back. */
export interface FileOptions {
  readonly again: boolean;
  readonly retractions: boolean;
}

/** Maximum number of conversions in a file. */
const MAX_ROWS = 50_000;

const SAMPLE: SentConversion = {
  transactionId: 'sample-1',
  time: 0,
  value: 5000,
  consent: true,
  url: 'https://shop.example.jp/thanks',
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0',
  clickIds: {},
  clickTime: null,
  hashes: {},
  fbp: null,
  lySu: null,
  lyR: null,
};

interface NewestRow {
  readonly id: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly args: string | null;
  readonly order_key: string | null;
}

/** The ledger of conversions at ad platforms, with the previews and files of senders. */
export class ConversionSendsService {
  constructor(
    private readonly db: Database,
    private readonly deps: { readonly sends: ListService; readonly senders: ListService },
    private readonly now: () => number,
  ) {}

  /**
   * Lets one conversion or all that a list shows be sent again, with the same transaction ids. Those in a request that
   * was not answered yet are left out.
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
   */
  async resend(actor: Actor, selection: Selection, client: Client): Promise<Resent> {
    requireRight(actor, 'postbacks', 'edit');
    // Even with a widened right: what platforms get decides about money.
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    const { ids } = await selectRows(this.db, this.deps.sends.definition, actor, selection);
    return this.db.write(async (tx) => {
      const now = this.now();
      const rows = await select<{ id: string; product_id: number }>(
        tx,
      )`SELECT id, product_id FROM conversion_send
        WHERE (state <> ${'waiting'} OR batch_id IS NULL) AND id IN ${ids}${sql(tx.needsLocks ? ' FOR UPDATE' : '')}`;
      await execute(tx)`UPDATE conversion_send SET state = ${'waiting'}, reason = NULL, retraction = NULL,
        batch_id = NULL, attempts = 0, due_at = ${now}, next_at = ${now}, sent_at = NULL
        WHERE id IN ${rows.map(({ id }) => id)}`;
      const entries = [...groupBy(rows, (row) => row.product_id)].map(([productId, group]) => ({
        entity: 'postback' as const,
        entityId: 0,
        productId,
        label: `${group[0]?.id ?? ''}${group.length === 1 ? '' : ` (+${group.length - 1})`}`,
        action: 'update' as const,
        version: null,
        before: { resent: null },
        after: { resent: group.length },
      }));
      await recordChanges(createWriteContext(tx, actor, client, now), entries);
      return { resent: rows.length, waiting: ids.length - rows.length };
    });
  }

  /** Returns the attempts of each conversion, oldest first: also those of batches that were split. */
  async attempts(actor: Actor, ids: readonly string[]): Promise<Map<string, SendAttempt[]>> {
    const { definition } = this.deps.sends;
    const grant = requireRead(actor, definition);
    const batches: { id: string; batch_id: string }[] = [];
    for (const chunk of chunksOf(ids)) {
      const where = allOf([oneOf('e.id', chunk), ...definition.guard(actor, grant, null)]);
      batches.push(
        ...(await this.db.read<{ id: string; batch_id: string }>(
          `SELECT e.id, e.batch_id FROM conversion_send e WHERE e.batch_id IS NOT NULL AND ${where.sql}`,
          where.params,
        )),
      );
    }
    const origins = (batch: string): string[] =>
      Array.from({ length: Math.max(1, batch.length - 31) }, (_, cut) => batch.slice(0, batch.length - cut));
    const rows = await select<{
      batch_id: string;
      at: number | string;
      url: string;
      http_status: number | null;
      error: string | null;
      duration_ms: number;
      conversions: number;
      answer: string | null;
    }>(this.db)`SELECT batch_id, at, url, http_status, error, duration_ms, conversions, answer
      FROM conversion_attempt WHERE batch_id IN ${new Set(batches.flatMap(({ batch_id: id }) => origins(id)))}`;
    const byBatch = groupBy(rows, (row) => row.batch_id);
    const seen = (text: string | null) => (grant.masked ? null : text);
    return new Map(
      batches.map(({ id, batch_id: batch }) => [
        id,
        origins(batch)
          .flatMap((one) => byBatch.get(one) ?? [])
          .sort((a, b) => Number(a.at) - Number(b.at))
          .map((row) => ({
            at: new Date(Number(row.at)),
            url: seen(row.url),
            httpStatus: row.http_status,
            error: row.error,
            durationMs: row.duration_ms,
            conversions: row.conversions,
            answer: seen(row.answer),
          })),
      ]),
    );
  }

  /** Returns the request for the newest conversion, or a made-up one. Sends nothing. @throws NOT_FOUND, FORBIDDEN */
  async preview(actor: Actor, id: number): Promise<SenderPreview> {
    const sender = await this.editable(this.db.readOnlyTx, actor, id);
    const { conversion, conversionId } = await this.newest(sender);
    const credentials = masked(sender);
    if (sender.target.kind === 'file') {
      const file = sender.target.file([conversion], named(sender, credentials));
      return { method: 'FILE', url: '', headers: {}, body: { file }, conversionId };
    }
    const built = request(sender.platform, [conversion], credentials, {
      baseUrl: sender.base_url,
      test: Number(sender.test_mode) === 1,
    });
    return { ...built, conversionId };
  }

  /**
   * Returns a file of the conversions that wait for one, and marks them as sent. A conversion is in one file only;
   * `again` repeats the last file. @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async file(actor: Actor, id: number, options: FileOptions, client: Client): Promise<ConversionFile> {
    return this.db.write(async (tx) => {
      const sender = await this.editable(tx, actor, id, true);
      const { target } = sender;
      if (target.kind !== 'file' || (options.retractions && !target.retracts))
        throw badInput({ id: { key: 'noFileOfPlatform' } });
      const now = this.now();
      const rows = await this.rowsOfFile(tx, sender, options, now);
      const read = await readSends(tx, sender, rows);
      const conversions = rows.flatMap((row) => read.get(row.id)?.conversion ?? []);
      const text = writeFile(target, conversions, named(sender, masked(sender)), options.retractions);
      await recordChange(createWriteContext(tx, actor, client, now), {
        entity: 'conversionSender',
        entityId: sender.id,
        productId: sender.product_id,
        label: sender.name,
        action: 'update',
        version: null,
        before: { conversionsInFile: null },
        after: { conversionsInFile: conversions.length },
      });
      return {
        fileName: `${sender.platform}${options.retractions ? '_retractions' : ''}_${formatDay(dayOf(now)).replaceAll('/', '')}.csv`,
        rows: conversions.length,
        content: (target.encoding === 'cp932' ? encodeCp932(text) : Buffer.from(text)).toString('base64'),
      };
    });
  }

  /** Selects the conversions of a file and marks them. */
  private async rowsOfFile(
    tx: Tx,
    sender: Sender,
    { again, retractions }: FileOptions,
    now: number,
  ): Promise<SendRow[]> {
    const lock = sql(tx.needsLocks ? ' FOR UPDATE' : '');
    const from = sql(`SELECT ${SEND_COLUMNS} FROM conversion_send`);
    if (again) {
      const [last] = await select<{ batch_id: string }>(tx)`SELECT batch_id FROM conversion_send
        WHERE sender_id = ${sender.id} AND batch_id IS NOT NULL ORDER BY batch_id DESC LIMIT 1`;
      return last
        ? select<SendRow>(tx)`${from} WHERE batch_id = ${last.batch_id} ORDER BY id LIMIT ${MAX_ROWS}`
        : [];
    }
    if (retractions) {
      const rows = await select<SendRow>(tx)`${from} WHERE sender_id = ${sender.id}
        AND retraction = ${'due'} ORDER BY id LIMIT ${MAX_ROWS}${lock}`;
      const ids = rows.map(({ id }) => id);
      await execute(tx)`UPDATE conversion_send SET retraction = ${'done'} WHERE id IN ${ids}`;
      return rows;
    }
    const waiting = await select<SendRow>(tx)`${from} WHERE sender_id = ${sender.id}
      AND state = ${'waiting'} AND due_at IS NULL ORDER BY id LIMIT ${MAX_ROWS}${lock}`;
    const read = await readSends(tx, sender, waiting);
    const batch = newEventId(now);
    const judged = waiting.map((row) => ({ row, state: judge(sender, read.get(row.id), now) }));
    await updateRows(
      tx,
      'conversion_send',
      ['state', 'reason', 'batch_id', 'sent_at', 'next_at', 'attempts', 'value_sen'],
      sender.product_id,
      judged.map(({ row, state }) => ({
        key: row.id,
        values:
          state.state === 'waiting'
            ? ['sent', null, batch, now, null, 1, Math.round((read.get(row.id)?.conversion.value ?? 0) * 100)]
            : [state.state, state.reason, null, null, null, 0, null],
      })),
    );
    return judged.flatMap(({ row, state }) => (state.state === 'waiting' ? [row] : []));
  }

  /** Returns a sender that the actor may edit. @throws NOT_FOUND, FORBIDDEN */
  private async editable(tx: Tx, actor: Actor, id: number, lock = false): Promise<Sender> {
    requireRight(actor, 'asps', 'edit');
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    await this.deps.senders.get(actor, id, new Set(['id']));
    // Two files at once would have the same conversions.
    if (lock) await execute(tx)`UPDATE conversion_sender SET version = version WHERE id = ${id}`;
    const sender = (await readSenders(tx, [id])).get(id);
    if (!sender) throw notFound();
    return sender;
  }

  /** Returns the newest conversion that a sender covers. */
  private async newest(
    sender: Sender,
  ): Promise<{ readonly conversion: SentConversion; readonly conversionId: string | null }> {
    const { readOnlyTx: tx } = this.db;
    const covered = await select<{ id: number }>(tx)`SELECT cv_setting_id AS id FROM conversion_sender_cv
      WHERE sender_id = ${sender.id}`;
    const settings = await select<{ id: number }>(tx)`SELECT id FROM cv_setting
      WHERE product_id = ${sender.product_id}`;
    const ids = (covered.length > 0 ? covered : settings).map(({ id }) => id);
    const rows = await select<NewestRow>(tx)`SELECT c.id, c.event_id, c.cv_setting_id, c.args, s.order_key
      FROM conversion c JOIN cv_setting s ON s.id = c.cv_setting_id WHERE c.id =
      (SELECT n.id FROM conversion n WHERE n.product_id = ${sender.product_id} AND n.cv_setting_id IN ${ids}
      AND n.excluded_reason IS NULL ORDER BY n.time DESC, n.id DESC LIMIT 1)`;
    const [row] = rows;
    if (!row) return { conversion: { ...SAMPLE, time: this.now() }, conversionId: null };
    const entry = {
      id: '',
      conversion_id: row.id,
      event_id: row.event_id,
      cv_setting_id: row.cv_setting_id,
      transaction_id: transactionOf(sender.product_id, row, covered.length),
    };
    const read = (await readSends(tx, sender, [entry])).get('');
    return {
      conversion: read?.conversion ?? { ...SAMPLE, time: this.now() },
      conversionId: read ? row.event_id : null,
    };
  }
}

/** Returns the credentials without secrets; those that are renewed count as secrets too. */
function masked(sender: Sender): Credentials {
  const stored: Credentials = JSON.parse(sender.credentials);
  const shown = maskCredentials(sender.target, stored);
  return sender.platform === 'google_data_manager' ? { ...shown, access_token: MASK } : shown;
}

/** Names the conversion of a file: like the sender, unless the credentials have another name. */
const named = (sender: Sender, credentials: Credentials): Credentials => ({
  conversion_name: sender.name,
  ...credentials,
});

const writeFile = (
  target: FilePlatform,
  conversions: readonly SentConversion[],
  credentials: Credentials,
  retractions: boolean,
): string =>
  retractions && target.retractions
    ? target.retractions(conversions, credentials)
    : target.file(conversions, credentials);
