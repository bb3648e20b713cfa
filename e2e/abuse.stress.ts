import { shapes } from '../server/graphql/testing/query-shapes';
import { send, transports, type Received } from '../server/graphql/testing/query-transports';
import { startProduct, type Product } from './support/product';

jest.setTimeout(900_000);

const ROUNDS = 2;
/** The promise is 50 ms. A machine under other load gets some more. */
const REFUSED_WITHIN_MS = 200;

/** Collects garbage every second, so the reported memory is in use. */
const COLLECTING =
  "--import data:text/javascript,import{setFlagsFromString}from'node:v8';import{runInNewContext}from'node:vm';setFlagsFromString('--expose_gc');setInterval(runInNewContext('gc'),1000).unref()";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Checks whether the response contains requested data. */
const isAnswered = ({ text }: Received): boolean => /"data":\s*\{/.test(text);

describe('the abuse suite against the product', () => {
  let product: Product;
  let token: string;
  let link: string;
  beforeAll(async () => {
    product = await startProduct({ DEMO: '1', NODE_OPTIONS: COLLECTING });
    const answer = await fetch(`${product.url}/api/v1/auth/signin/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'Password1!' }),
    });
    token = ((await answer.json()) as { access: string }).access;
    link = /http\S+\/r\/\S+/.exec(product.stdout())?.[0] ?? '';
  });
  afterAll(() => product.discard());

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  /** Bytes in use while the product is idle. */
  const memory = async (): Promise<{ heap: number; resident: number }> => {
    await pause(4000);
    return {
      heap: await metric('nodejs_heap_size_used_bytes'),
      resident: await metric('process_resident_memory_bytes'),
    };
  };

  const round = async (token: string | undefined): Promise<string[]> => {
    const through: string[] = [];
    for (const transport of transports) {
      for (const shape of shapes) {
        let came: Received = { status: 0, text: '' };
        for (const request of transport.requests(shape))
          came = await send(product.url, request, shape.isAnonymous ? undefined : token);
        if (isAnswered(came) || came.status >= 500)
          through.push(`${transport.name}: ${shape.name}: ${came.status}`);
      }
    }
    return through;
  };

  it('refuses every query quickly', async () => {
    const slow: string[] = [];
    const times: number[] = [];
    for (const shape of shapes) {
      const took: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const [request] = transports[0]?.requests(shape) ?? [];
        const start = performance.now();
        await send(product.url, request ?? {}, shape.isAnonymous ? undefined : token);
        took.push(performance.now() - start);
      }
      times.push(median(took));
      if (median(took) > REFUSED_WITHIN_MS) slow.push(`${shape.name}: ${median(took).toFixed()} ms`);
    }
    console.info(
      `refusals: median ${median(times).toFixed(1)} ms, slowest question ${Math.max(...times).toFixed(1)} ms`,
    );
    expect(slow).toEqual([]);
  });

  it('answers no abusive request in any form, keeps redirecting, and keeps its memory', async () => {
    await round(token);
    const before = await memory();
    const through: string[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const abuse = Promise.all([round(token), round(undefined)]);
      const redirectTimes: number[] = [];
      let done = false;
      const visits = (async () => {
        while (!done) {
          const start = performance.now();
          expect((await fetch(link, { redirect: 'manual' })).status).toBe(302);
          redirectTimes.push(performance.now() - start);
          await pause(20);
        }
      })();
      through.push(...(await abuse).flat());
      done = true;
      await visits;
      console.info(
        `redirects beside the abuse: median ${median(redirectTimes).toFixed(1)} ms, slowest ${Math.max(...redirectTimes).toFixed()} ms`,
      );
    }
    expect([...new Set(through)]).toEqual([]);
    const after = await memory();
    const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed();
    console.info(
      `heap ${megabytes(before.heap)} -> ${megabytes(after.heap)} MB, resident ${megabytes(before.resident)} -> ${megabytes(after.resident)} MB`,
    );
    expect(after.heap / before.heap).toBeLessThan(1.1);
    expect(after.resident / before.resident).toBeLessThan(1.1);
  });
});
