import Ajv from 'ajv';
import type { Answer, ApiServer, Json } from '../../composition/testing/api-server';

/** Operation as described by the document. */
export interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly definition: Json;
}

interface Given {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Forbids undocumented properties in all schemas with properties. */
function strict(node: Json): Json {
  if (Array.isArray(node)) return node.map(strict);
  if (typeof node !== 'object' || node === null) return node;
  const walked = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, strict(value)]));
  return typeof walked.properties === 'object' &&
    walked.type === 'object' &&
    walked.additionalProperties === undefined
    ? { ...walked, additionalProperties: false }
    : walked;
}

/** Client that knows only the OpenAPI document, and validates every response against it. */
export class OpenApiClient {
  token: string | null = null;
  /** Operations that succeeded at least once. */
  readonly succeeded = new Set<string>();
  readonly operations: ReadonlyMap<string, Described>;
  private readonly ajv = new Ajv({ allErrors: true, format: false, schemaId: '$id', jsonPointers: true });

  private constructor(
    private readonly api: Omit<ApiServer, 'world'>,
    readonly document: Json,
  ) {
    this.ajv.addSchema({ $id: 'document', ...strict(document) });
    const entries = Object.entries(document.paths as Record<string, Record<string, Json>>);
    const operations = entries.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, definition]): Described => ({
        id: definition.operationId,
        method,
        path,
        definition,
      })),
    );
    this.operations = new Map(operations.map((operation) => [operation.id, operation]));
  }

  static async open(api: Omit<ApiServer, 'world'>): Promise<OpenApiClient> {
    return new OpenApiClient(api, (await api.rest('/openapi.json')).body);
  }

  /** Resolves a `$ref`. */
  resolve(node: Json): Json {
    if (typeof node?.$ref !== 'string') return node;
    const keys = (node.$ref as string).slice(2).split('/');
    return this.resolve(keys.reduce((at: Json, key) => at[key.replaceAll('~1', '/')], this.document));
  }

  operation(id: string): Described {
    const match = this.operations.get(id);
    if (!match) throw new Error(`The document has no operation ${id}`);
    return match;
  }

  /** Returns the schema of the body, or null. */
  body(id: string): Json {
    return this.resolve(
      this.operation(id).definition.requestBody?.content['application/json'].schema ?? null,
    );
  }

  /** Returns the errors of a value against a schema of the document. */
  private errorsOf(schema: Json, value: Json): string[] {
    const located = JSON.parse(JSON.stringify(strict(schema)).replaceAll('"#/', '"document#/')) as object;
    this.ajv.validate(located, value);
    return (this.ajv.errors ?? []).map(
      (error) => `${error.dataPath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }

  /**
   * Calls an operation.
   * @throws Error if the response doesn't match the document
   */
  async call(id: string, { path = {}, query = {}, body, headers = {} }: Given = {}): Promise<Answer> {
    const { method, path: template, definition } = this.operation(id);
    const at = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const token = definition.security?.length === 0 ? null : this.token;
    const answer = await this.api.rest(`${at}?${parameters}`, {
      method: method.toUpperCase(),
      body,
      token,
      headers,
    });
    const wrong = this.mismatches(definition, answer);
    if (wrong.length > 0)
      throw new Error(`${id} returned an undocumented ${answer.status}: ${wrong.join('; ')}`);
    if (answer.status < 300) this.succeeded.add(id);
    return answer;
  }

  /** Calls an operation that must succeed, and returns its body. */
  async get(id: string, given: Given = {}): Promise<Json> {
    const { status, body } = await this.call(id, given);
    if (status >= 300) throw new Error(`${id} ${JSON.stringify(given)}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private mismatches(definition: Json, { status, body, headers }: Answer): string[] {
    const response = this.resolve(
      definition.responses[status] ?? definition.responses[`${Math.floor(status / 100)}XX`],
    );
    if (!response) return [`no answer ${status} (${JSON.stringify(body).slice(0, 200)})`];
    const media = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (!response.content) return body === '' ? [] : ['a body'];
    const content = response.content[media];
    if (!content) return [`content type ${media}`];
    return media === 'application/json' ? this.errorsOf(content.schema, body) : [];
  }
}
