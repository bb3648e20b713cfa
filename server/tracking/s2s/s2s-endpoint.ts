import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { hashSecret } from '../../auth/tokens';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import {
  jsonItem,
  jsonItems,
  parseEventLine,
  TOO_DEEP,
  type IncomingEvent,
  type JsonItem,
  type LineProduct,
  type ParsedLine,
} from '../../journeys';
import { addOutcomes, type CollectAnswer } from '../collect/collect-endpoint';
import { BodyTooLarge, readBody, sendJson, sendProblem } from '../http/respond';
import { clientIp, type TrustedProxies } from '../http/client-ip';
import { LastUse } from '../last-use';
import { countEvents } from '../metrics';
import type { LiveProduct, Snapshot } from '../snapshot/snapshot';
import { blamesContent, type Delivery, type IngestQueue, type Parcel } from '../ingest-queue';

/** Finds the product of an API key. Always asks the database, so a revoked key fails at once. */
export class ApiKeys {
  private readonly use: LastUse;

  constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {
    this.use = new LastUse(db, 'api_key', 'key_hash');
  }

  /** Returns the product of an `Authorization: Bearer` header; undefined if the key is missing or unknown. */
  async productOf(authorization: string | undefined): Promise<number | undefined> {
    const secret = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (secret === undefined) return undefined;
    const hash = hashSecret(secret);
    const [row] = await select<{ product_id: number }>(this.db)`SELECT product_id FROM api_key
      WHERE key_hash = ${hash}`;
    if (!row) return undefined;
    this.use.note(hash, this.now());
    return row.product_id;
  }
}

/** One line of a body: its content, or a flag that it is not JSON. `text` is stored if it is rejected. */
interface BodyLine extends JsonItem {
  broken: boolean;
}

/**
 * Parses the events of an S2S body: one object, an array, or NDJSON (blank lines don't count). Returns
 * undefined if no line is JSON.
 */
function parseEventBody(body: string): BodyLine[] | undefined {
  const items = jsonItems(body);
  if (items) return items.map((item) => ({ ...item, broken: false }));
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  return parsed.some((line) => !line.broken) ? parsed : undefined;
}

function parseLine(text: string): BodyLine {
  const item = jsonItem(text);
  return item ? { ...item, broken: false } : { text, value: undefined, tooDeep: false, broken: true };
}

interface S2sDeps {
  settings: { readonly current: Snapshot; check(): Promise<boolean> };
  keys: ApiKeys;
  queue: IngestQueue;
  trust: TrustedProxies;
  now: () => number;
  logger: Logger;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** Events of one request per transaction. */
const BATCH_SIZE = 1000;
const AWAY = 'The database is not available; send the events again';

/**
 * `POST /s2s/conversions` and `/s2s/events`: events from an advertiser's server, authorized by a product's
 * API key.
 */
export class S2sEndpoint {
  constructor(private readonly deps: S2sDeps) {}

  /** @param path path of the request after `/s2s/`, with query */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void {
    const name = path.replace(/\/?(?:\?.*)?$/s, '');
    if (name !== 'conversions' && name !== 'events') sendProblem(response, 404, '404 Not Found');
    else if (request.method !== 'POST') sendProblem(response, 405, 'Method Not Allowed', { Allow: 'POST' });
    else void this.receive(request, response, name === 'conversions').catch(() => response.destroy());
  }

  private async receive(
    request: IncomingMessage,
    response: ServerResponse,
    onlyConversions: boolean,
  ): Promise<void> {
    try {
      const productId = await this.deps.keys.productOf(request.headers.authorization);
      if (productId === undefined) {
        return sendProblem(response, 401, 'A valid API key is required', { 'WWW-Authenticate': 'Bearer' });
      }
      const lines = parseEventBody(await readBody(request, MAX_BYTES));
      if (!lines) return sendProblem(response, 400, 'The body is not JSON');
      const ip = clientIp(request, this.deps.trust) || null;
      const answer = await this.take(lines, productId, onlyConversions, ip);
      countEvents('s2s', answer);
      sendJson(response, 200, answer);
    } catch (error) {
      if (error instanceof BodyTooLarge) return sendProblem(response, 413, 'The body is larger than 8 MiB');
      if (request.destroyed && !request.complete) throw error;
      if (!blamesContent(error)) return sendProblem(response, 503, AWAY, { 'Retry-After': '5' });
      this.deps.logger.error({ err: error }, 'events of an S2S request could not be stored');
      sendProblem(response, 500, 'Internal Server Error');
    }
  }

  private async take(
    lines: readonly BodyLine[],
    productId: number,
    onlyConversions: boolean,
    ip: string | null,
  ) {
    const read = () => lines.map((line) => this.read(line, productId, onlyConversions));
    let parsed = read();
    const before = this.deps.settings.current;
    if (parsed.some((line) => 'reason' in line)) {
      await this.deps.settings.check();
      if (this.deps.settings.current !== before) parsed = read();
    }
    const answer: CollectAnswer = { accepted: 0, duplicates: 0, rejected: [], tags: [] };
    // An amendment may stand before its conversion.
    const isAmendment = (line: ParsedLine) => 'event' in line && line.event.type === 'amendment';
    const places = [...parsed.keys()];
    const ordered = [
      ...places.filter((place) => !isAmendment(parsed[place] ?? { reason: '' })),
      ...places.filter((place) => isAmendment(parsed[place] ?? { reason: '' })),
    ];
    for (let from = 0; from < ordered.length; from += BATCH_SIZE) {
      await this.storeBatch(answer, lines, parsed, ordered.slice(from, from + BATCH_SIZE), { productId, ip });
    }
    return answer;
  }

  private async storeBatch(
    answer: CollectAnswer,
    lines: readonly BodyLine[],
    parsed: readonly ParsedLine[],
    batch: readonly number[],
    { productId, ip }: { productId: number; ip: string | null },
  ): Promise<void> {
    const deliveries: Delivery[] = [];
    const places: number[] = [];
    const refused: Parcel['refused'][number][] = [];
    for (const index of batch) {
      const line = parsed[index];
      if (!line) continue;
      const text = lines[index]?.text ?? '';
      if ('event' in line) {
        deliveries.push({ event: line.event, text });
        places.push(index);
        continue;
      }
      answer.rejected.push({ index, reason: line.reason });
      refused.push({ productId, door: 's2s', reason: line.reason, text, ip, storedAt: this.deps.now() });
    }
    const outcomes = await this.deps.queue.store({ door: 's2s', ip, deliveries, refused });
    addOutcomes(answer, outcomes, places);
  }

  private read(line: BodyLine, ownProductId: number, onlyConversions: boolean): ParsedLine {
    if (line.broken) return { reason: rejectionReason('notJson', { part: 'line' }) };
    if (line.tooDeep) return { reason: TOO_DEEP };
    const parsed = parseEventLine(line.value, {
      door: 's2s',
      now: this.deps.now(),
      defaultProductId: ownProductId,
      defaultType: onlyConversions ? 'conversion' : undefined,
      // The key belongs to one product; any other counts as unknown.
      product: (id) =>
        id === ownProductId ? lineProduct(this.deps.settings.current.products.get(id)) : undefined,
    });
    const isAllowed = ({ type }: IncomingEvent) => type === 'conversion' || type === 'amendment';
    if ('event' in parsed && onlyConversions && !isAllowed(parsed.event)) {
      return { reason: rejectionReason('wrongType', { types: 'conversion or amendment' }) };
    }
    return parsed;
  }
}

function lineProduct(product: LiveProduct | undefined): LineProduct | undefined {
  return (
    product && {
      hasAd: (adId) => product.ads.has(adId),
      adsNamed: (name) => product.adsByName.get(name) ?? [],
      hasCvSetting: (id) => product.cvSettings.has(id),
      lastCvSettingIds: product.lastCvSettingIds,
    }
  );
}
