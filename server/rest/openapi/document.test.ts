import Ajv from 'ajv';
import pino from 'pino';
import type { Json } from '../../composition/testing/api-server';
import { buildApiSchema } from '../../graphql/schema';
import { createRest } from '../create-rest';

const unused = (): never => {
  throw new Error('no request is made here');
};
type Deps = Parameters<typeof createRest>[0];
const schema = buildApiSchema(pino({ level: 'silent' }));
const router = createRest({
  schema,
  contextOf: unused,
  tickets: { issue: unused, redeem: unused } as unknown as Deps['tickets'],
  readActor: async () => null,
  ending: new AbortController().signal,
  now: () => 0,
});

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}
const registered = (stack: readonly Layer[]): string[] =>
  stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => method !== '_all')
          .map((method) => `${method} ${route.path.replace(/:(\w+)/g, '{$1}')}`)
      : registered(handle.stack ?? []),
  );

/** Returns all objects nested in a value. */
const nodes = (value: Json): Json[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(nodes)] : [];

describe('OpenAPI document', () => {
  let document: Json;
  let operations: { name: string; path: string; method: string; definition: Json }[];
  beforeAll(() => {
    const stack = (router as unknown as { stack: readonly Layer[] }).stack;
    const all = (layers: readonly Layer[]): Layer[] =>
      layers.flatMap((layer) => [layer, ...all(layer.handle.stack ?? [])]);
    const serve = all(stack).find(({ route }) => route?.path === '/openapi.json') as unknown as {
      route: { stack: { handle: (req: unknown, res: object) => void }[] };
    };
    serve.route.stack
      .at(-1)
      ?.handle({}, { json: (body: Json) => (document = JSON.parse(JSON.stringify(body))) });
    operations = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, definition]) => ({
          name: `${method} ${path}`,
          path,
          method,
          definition,
        })),
    );
  });

  it('describes all existing paths and no others', () => {
    const existing = registered((router as unknown as { stack: readonly Layer[] }).stack).filter(
      (name) => name !== 'get /docs',
    );
    expect(operations.map(({ name }) => name.replace(/\/$/, '')).sort()).toEqual(
      [...new Set(existing)].sort(),
    );
  });

  it('names every operation once, with a summary, a tag and a response', () => {
    const ids = operations.map(({ definition }) => definition.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const known = document.tags.map(({ name }: { name: string }) => name);
    for (const { name, definition } of operations) {
      expect([name, definition]).toEqual([
        name,
        expect.objectContaining({
          operationId: expect.stringMatching(/^[a-zA-Z]+$/),
          summary: expect.stringMatching(/\S/),
        }),
      ]);
      expect(known).toEqual(expect.arrayContaining(definition.tags));
      const successes = Object.keys(definition.responses).filter((status) => /^2\d\d$/.test(status));
      // Only some sessions have an identity provider to sign out from.
      const expected = name === 'post /auth/signout/' ? ['200', '204'] : [expect.any(String)];
      expect([name, successes]).toEqual([name, expected]);
    }
  });

  it('declares the parameters of every path, each once', () => {
    for (const { name, path, definition } of operations) {
      const parameters: Json[] = definition.parameters ?? [];
      expect([
        name,
        parameters
          .filter((one) => one.in === 'path' && one.required)
          .map((one) => one.name)
          .sort(),
      ]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).sort()]);
      const keys = parameters.map((one) => `${one.in} ${one.name}`);
      expect([name, new Set(keys).size]).toEqual([name, keys.length]);
      for (const one of parameters)
        expect([name, one.name, one.schema]).toEqual([
          name,
          one.name,
          expect.objectContaining({ type: expect.anything() }),
        ]);
      expect([name, 'requestBody' in definition]).toEqual([
        name,
        ['post', 'put', 'patch'].includes(definition.method ?? name.split(' ')[0]) &&
          !path.includes('/download/'),
      ]);
    }
  });

  it('has no missing and no unused references', () => {
    const references = nodes(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    const { schemas, responses } = document.components;
    const present = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ];
    expect([...new Set(references)].sort()).toEqual(present.sort());
  });

  it('contains valid schemas that require only declared fields', () => {
    const ajv = new Ajv({ format: false });
    for (const node of nodes(document).filter(
      ({ properties, type }) => typeof properties === 'object' && type === 'object',
    )) {
      expect(Object.keys(node.properties)).toEqual(expect.arrayContaining(node.required ?? []));
      expect(new Set(node.required ?? []).size).toBe((node.required ?? []).length);
    }
    for (const [name, one] of Object.entries(document.components.schemas))
      expect([name, ajv.validateSchema(one as object), ajv.errors]).toEqual([name, true, null]);
    for (const { name, definition } of operations) {
      for (const { schema: own } of definition.parameters ?? [])
        expect([name, ajv.validateSchema(own), ajv.errors]).toEqual([name, true, null]);
    }
  });

  it('describes every field of a setting', () => {
    const silent = Object.entries(document.components.schemas as Record<string, Json>).flatMap(
      ([name, { properties = {} }]) =>
        /^(Ad|Asp|Redirect|CvSetting|Domain|User|Agency|Product|Company)(Create|Replace|Change)?$/.test(name)
          ? Object.entries(properties as Record<string, Json>)
              .filter(([, one]) => !one.description)
              .map(([field]) => `${name}.${field}`)
          : [],
    );
    expect(silent).toEqual([]);
  });

  it('marks the report columns that are lists', () => {
    const { CvInfoRow, TransitionRow } = document.components.schemas;
    expect(CvInfoRow.properties.path).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/CvInfoTouch' },
    });
    expect(TransitionRow.properties.month_0.type).not.toBe('array');
  });
});
