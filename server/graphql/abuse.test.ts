import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { memoryInUse } from '../composition/testing/memory';
import { shapes, type Shape } from './testing/query-shapes';
import { send, transports, type Received, type Transport } from './testing/query-transports';

jest.setTimeout(120_000);

const isAnswered = ({ text }: Received): boolean => /"data":\s*\{/.test(text);
const leaksInternals = ({ text }: Received): boolean =>
  /node_modules|\.[jt]s:\d|\n {4}at |call stack/.test(text);

describe('excessive queries', () => {
  let api: ApiServer;
  let token: string;
  beforeAll(async () => {
    api = await startApi('sqlite');
    token = await api.tokenOf('admin@alpha.example');
  });
  afterAll(() => api.stop());

  const ask = async ({ requests }: Transport, shape: Shape): Promise<Received> => {
    let received: Received = { status: 0, text: '' };
    for (const request of requests(shape))
      received = await send(api.url, request, shape.isAnonymous ? undefined : token);
    return received;
  };
  const [post] = transports as readonly [Transport];

  it('has at least 60 shapes with distinct names', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(60);
    expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length);
  });

  it('answers a fair query on the same transport', async () => {
    const fair = await ask(post, {
      name: 'fair',
      query: 'query a($n: Int = 30) { ads(pageSize: $n) { count } }',
      operationName: 'a',
    });
    expect([fair.status, isAnswered(fair)]).toEqual([200, true]);
  });

  it.each(shapes.map((shape) => [shape.name, shape] as const))(
    '%s: rejects the shape over POST as a client error',
    async (_, shape) => {
      const received = await ask(post, shape);
      const answer = JSON.parse(received.text) as Json;
      expect(answer.errors[0]).toMatchObject({
        message: expect.any(String),
        extensions: { code: expect.not.stringContaining('INTERNAL') },
      });
      expect(answer.data ?? null).toBeNull();
      const isLarge = shape.name.includes('megabyte');
      const statuses = shape.isAnonymous
        ? [400, 401]
        : shape.isOperationError
          ? [200]
          : [isLarge ? 413 : 400];
      expect(statuses).toContain(received.status);
    },
  );

  it('explains that brackets are nested too deeply', async () => {
    const deep = ['[', '{ a: '].map((open) => `{ ads(filter: { id: ${open.repeat(2400)}`);
    const values = ['lists', 'objects'].map((name, index): Shape => ({ name, query: deep[index] ?? '' }));
    const [lists, objects] = await Promise.all(values.map((shape) => ask(post, shape)));
    expect([lists?.status, objects?.status]).toEqual([400, 400]);
    expect(JSON.parse(lists?.text ?? '')).toMatchObject({
      errors: [
        {
          message: 'The query asks for too much: its brackets are nested too deeply.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
    expect(objects?.text).not.toContain('call stack');
  });

  it.each(transports.map((transport) => [transport.name, transport] as const))(
    '%s: answers none of the shapes',
    async (_, transport) => {
      const through: string[] = [];
      for (const shape of shapes) {
        const received = await ask(transport, shape);
        if (isAnswered(received) || received.status >= 500 || leaksInternals(received))
          through.push(`${shape.name}: ${received.status} ${received.text.slice(0, 200)}`);
      }
      expect(through).toEqual([]);
    },
  );

  it('runs no mutation that was smuggled in', async () => {
    const { body } = await api.graphql('{ me { profile { userName } } }', { token });
    expect(body.data.me.profile.userName).not.toBe('taken over');
  });

  it('leaves memory use unchanged', async () => {
    for (const shape of shapes) await ask(post, shape);
    const before = await memoryInUse();
    for (let round = 0; round < 3; round += 1) for (const shape of shapes) await ask(post, shape);
    // Distinct documents must not fill the document store either.
    for (let i = 0; i < 150; i += 1)
      await ask(post, { name: '', query: `{ me { a${i}: __typename } } # ${'x'.repeat(50_000)}` });
    expect((await memoryInUse()) / before).toBeLessThan(1.1);
  });
});
