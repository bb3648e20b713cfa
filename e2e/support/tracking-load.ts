import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../../server/tracking/testing/tracking-server';
import { USER_AGENT } from '../../tools/browser';
import { npmRun, type Env } from './product';

/** Collectors, ids and secrets of the product under load. */
export interface LoadTarget {
  /** Addresses of the collectors that take turns. */
  readonly collectors: readonly string[];
  /** Environment of the import command. */
  readonly env: Env;
  readonly productId: number;
  readonly adId: number;
  readonly cvSettingId: number;
  /** Code of a redirect of the ad. */
  readonly code: string;
  readonly apiKey: string;
  /** Path of a postback source. */
  readonly postbackPath: string;
}

/** Clicks before each conversion. */
const CLICKS = 20;
/** Visitors at once. */
const LANES = 40;
const RETRY_MS = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const interactionOf = (landing: string): string => /a_iid=([^&#]+)/.exec(landing)?.[1] ?? '';

/**
 * Visitors who click 20 times and convert once, over all endpoints: the redirect, `/collect`, S2S, postback pixels
 * and an import. A request that fails is sent again to another collector until it is acknowledged.
 */
export class TrackingLoad {
  /** Acknowledged clicks. */
  readonly clicks = new Set<string>();
  /** Acknowledged conversions. */
  readonly conversions = new Set<string>();
  /** Redirects without an answer; their clicks may be stored. */
  unanswered = 0;
  private begun = 0;
  private turn = 0;

  /**
   * @param visitors number of visitors; a multiple of ten
   * @param seconds time over which they are spread
   */
  constructor(
    private readonly target: LoadTarget,
    private readonly visitors: number,
    private readonly seconds: number,
  ) {}

  async run(): Promise<void> {
    const start = performance.now();
    const lane = async (): Promise<void> => {
      while (this.begun < this.visitors) {
        const n = (this.begun += 1) - 1;
        await pause(start + (n / this.visitors) * this.seconds * 1000 - performance.now());
        await this.visit(n);
      }
    };
    await Promise.all([this.import(), ...Array.from({ length: LANES }, lane)]);
  }

  private async visit(n: number): Promise<void> {
    const { productId: product_id, cvSettingId: cv_setting_id, postbackPath } = this.target;
    const id = `order-${n}`;
    const place = n % 10;
    if (place === 9) return;
    const events = this.linesOf(n);
    if (place === 8 || place === 7) {
      await this.post('/s2s/events', events.map((event) => JSON.stringify(event)).join('\n'), true);
      for (const event of events) if (event.type === 'click') this.clicks.add(event.id);
    } else {
      let landing = '';
      for (let click = 0; click < CLICKS; click += 1) landing = await this.click();
      const interaction_id = interactionOf(landing);
      const order = { id, time: new Date().toISOString(), cv_setting_id, interaction_id };
      const visitor = { product_id, visitor_id: randomUUID() };
      const url = 'https://open.example/thanks';
      if (place < 3) {
        await this.post('/collect', { ...visitor, type: 'view', event_id: randomUUID(), url: landing });
        await this.post('/collect', { ...visitor, type: 'cv', event_id: id, cv_setting_id, url });
      } else if (place < 5) await this.post('/s2s/conversions', order, true);
      else {
        const pixel = `${postbackPath}?event_id=${id}&interaction_id=${interaction_id}&amount=100`;
        await this.request(pixel, { headers: { Accept: 'image/*' } });
      }
    }
    this.conversions.add(id);
  }

  /** Returns the lines of a visitor for S2S or an import. */
  private linesOf(n: number): { readonly type: string; readonly id: string }[] {
    const { productId: product_id, adId: ad_id, cvSettingId: cv_setting_id } = this.target;
    const time = (before: number): string => new Date(Date.now() - before * 1000).toISOString();
    const visitor = { product_id, visitor_id: `visitor-${n}` };
    return [
      ...Array.from({ length: CLICKS }, (_, click) => ({
        ...{ type: 'click', id: `click-${n}-${click}`, time: time(CLICKS - click), ad_id },
        ...visitor,
      })),
      { ...{ type: 'conversion', id: `order-${n}`, time: time(0), cv_setting_id }, ...visitor },
    ];
  }

  /** Imports a tenth of the visitors; a command that fails runs again. */
  private async import(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'inflow-load-'));
    const file = join(folder, 'events.ndjson');
    const lines = Array.from({ length: this.visitors / 10 }, (_, n) => this.linesOf(10 * n + 9)).flat();
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    try {
      for (;;) {
        const { code, stderr } = await npmRun(['import', '--', file, '--notify'], this.target.env);
        if (code === 0) break;
        if (code === 3) throw new Error(`Events of the import were rejected: ${stderr}`);
        console.info(`The import runs again: ${stderr.trim().split('\n').at(-1)}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    for (const { type, id } of lines) (type === 'click' ? this.clicks : this.conversions).add(id);
  }

  private nextCollector(): string {
    const { collectors } = this.target;
    return collectors[(this.turn += 1) % collectors.length]!;
  }

  /** Clicks until a collector redirects. Returns the landing page. */
  private async click(): Promise<string> {
    const headers = { 'User-Agent': USER_AGENT };
    for (;;) {
      const answer = await send(this.nextCollector(), `/r/${this.target.code}`, { headers }).catch(
        () => null,
      );
      const { location } = answer?.headers ?? {};
      if (answer?.status === 302 && location) {
        this.clicks.add(interactionOf(location));
        return location;
      }
      this.unanswered += 1;
      await pause(RETRY_MS);
    }
  }

  private post(path: string, body: object | string, signed = false): Promise<void> {
    return this.request(path, {
      method: 'POST',
      headers: signed ? { Authorization: `Bearer ${this.target.apiKey}` } : {},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Repeats a request while collectors or the database are away. @throws if it is rejected */
  private async request(path: string, options: Parameters<typeof send>[2] = {}): Promise<void> {
    const headers = { 'User-Agent': USER_AGENT, ...options.headers };
    for (;;) {
      const answer = await send(this.nextCollector(), path, { ...options, headers }).catch(() => null);
      if (answer?.status === 200 && !/"rejected":\[\{/.test(answer.body)) return;
      if (answer && ![429, 503].includes(answer.status)) throw new Error(`${path}: ${answer.body}`);
      await pause(RETRY_MS);
    }
  }
}
