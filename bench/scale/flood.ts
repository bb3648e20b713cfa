import { hashSecret } from '../../server/auth/tokens';
import { ApiKey } from '../../server/auth/auth.entities';
import { newRow } from '../../server/demo-data/settings/new-row';
import { loadFrom, startLoader } from '../children';
import type { GoalKey, Measurement } from '../goals';
import { ask } from '../http';
import { summarize, timed } from '../measure';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

const PER_SECOND = 6000;
const FLOOD_MS = 30_000;
/** Time until the flood runs at full rate. */
const SETTLE_MS = 2000;
const KEY = 'bench-key-of-conversions-beside-a-flood';

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

let runs = 0;

/** Sends a body and returns the milliseconds until its events are accepted. */
const send = async (url: string, body: object): Promise<number> => {
  let text = '';
  const ms = await timed(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` };
    ({ text } = await ask(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  });
  if (!text.includes('"rejected":[]')) throw new Error(`not accepted: ${text.slice(0, 500)}`);
  return ms;
};

/**
 * Measures conversions that pages and servers send one after another, half of them for a click made just before,
 * beside a flood of clicks.
 */
export const measureFlood = async (data: ScaleData, { port }: ProductProcess): Promise<Measurement[]> => {
  const { db, redirectProduct: product_id, linkCode, where } = data;
  await db.write(async ({ manager }) => {
    const keyHash = hashSecret(KEY);
    if (await manager.existsBy(ApiKey, { keyHash })) return;
    await manager.save(newRow(ApiKey, { productId: product_id, name: 'bench', prefix: 'bench', keyHash }));
  });
  const address = `http://127.0.0.1:${port}`;
  const path = `/r/${linkCode}`;
  const loader = startLoader();
  runs += 1;
  const [collected, s2s]: [number[], number[]] = [[], []];
  const flood = loadFrom(loader.child, port, path, FLOOD_MS, PER_SECOND);
  try {
    await pause(SETTLE_MS);
    let over = false;
    void flood.then(() => (over = true));
    for (let round = 0; !over; round += 1) {
      const visitor_id = `flood${runs}-v${round}`;
      const event = (type: string, id: string) => ({
        product_id,
        visitor_id,
        type,
        event_id: `${visitor_id}-${id}`,
      });
      const conversion = (id: string, of: object) => ({
        ...of,
        type: 'conversion',
        id: `${visitor_id}-${id}`,
        time: new Date().toISOString(),
      });
      const follow = async () => {
        const url = (await fetch(address + path, { redirect: 'manual' })).headers.get('location') ?? '';
        return { url, interaction_id: new URL(url).searchParams.get('a_iid') };
      };
      collected.push(await send(`${address}/collect`, [event('cv', 'a')]));
      const landing = await follow();
      collected.push(
        await send(`${address}/collect`, [
          { ...event('view', 'p'), ...landing },
          { ...event('cv', 'b'), ...landing },
        ]),
      );
      s2s.push(await send(`${address}/s2s/events`, conversion('c', { visitor_id })));
      const { interaction_id } = await follow();
      s2s.push(await send(`${address}/s2s/events`, conversion('d', { interaction_id })));
    }
    const { perSecond } = await flood;
    const at = (all: readonly number[], share: number): number =>
      [...all].sort((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? NaN;
    const row = (goal: GoalKey, share: number): Measurement => ({
      goal,
      where,
      value: summarize([Math.max(at(collected, share), at(s2s, share))]),
      detail: `/collect ${at(collected, share).toFixed(0)} ms, /s2s/events ${at(s2s, share).toFixed(0)} ms, ${collected.length} each beside ${perSecond.toFixed(0)} clicks/s`,
    });
    return [row('floodMedian', 0.5), row('floodTail', 0.99)];
  } finally {
    await loader.stop();
  }
};
