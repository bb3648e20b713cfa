import { isRecord, type UnknownRecord } from '../../shared/records';
import { type Answer, camel, type Naming } from './mapper';
import type { Relations } from './relations';

/** REST endpoint of a GraphQL operation. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below /api/v1; `{name}` is an argument of the operation. */
  readonly path: string;
  readonly operation: string;
  readonly kind: 'query' | 'mutation';
  /** Kind of response. */
  readonly answer: 'list' | 'entity' | 'report' | 'whole' | 'nothing';
  readonly naming?: Naming;
  /** Relations in the response beside the entity's own fields. */
  readonly relations?: Relations | undefined;
  /** Whether the body names objects that can be missing. */
  readonly ofNamed?: boolean;
  /** Whether it works without an access token. */
  readonly public?: boolean;
  /** Status of success; 200 by default. */
  readonly status?: number | undefined;
  /** Aliases of its `filter` fields, as in the corresponding list. */
  readonly filterNames?: Readonly<Record<string, string>>;
  /** Arguments with other names in the path: argument by path name. */
  readonly pathNames?: Readonly<Record<string, string>>;
  /** Arguments that the path determines. */
  readonly fixed?: UnknownRecord;
  /** Transforms the body before it is read. */
  readonly body?: (body: unknown) => UnknownRecord;
  /** Transforms the mapped response. It only moves fields, so it also transforms their schemas. */
  readonly shape?: (answer: Answer) => Answer;
  /** Whether the response has only those fields of the entity that the operation returns. */
  readonly sparse?: boolean;
  /** Whether an entity without any value is answered with 204 and no body. */
  readonly optional?: boolean;
  /** Whether it can be downloaded as CSV and xlsx. */
  readonly download?: boolean;
}

type Details = Partial<Omit<Route, 'method' | 'path' | 'operation' | 'answer'>>;

const routeWith =
  (method: Route['method'], kind: Route['kind']) =>
  (path: string, operation: string, answer: Route['answer'], details: Details = {}): Route => ({
    method,
    path,
    operation,
    kind,
    answer,
    ...details,
  });
export const get = routeWith('get', 'query');
export const post = routeWith('post', 'mutation');
export const put = routeWith('put', 'mutation');
export const patch = routeWith('patch', 'mutation');
/** Returns a route that creates an entity. */
export const create = (path: string, operation: string, details: Details = {}): Route =>
  post(path, operation, 'entity', { status: 201, ...details });
/** Returns a route that deletes and responds without a body. */
export const remove = (path: string, operation: string, details: Details = {}): Route =>
  routeWith('delete', 'mutation')(path, operation, 'nothing', { status: 204, ...details });

export const list = (path: string, operation: string, naming: Naming = {}): Route =>
  get(path, operation, 'list', { naming, download: true });
export const one = (path: string, operation: string, naming: Naming = {}): Route =>
  get(`${path}/{id}`, operation, 'entity', { naming });
export const both = (path: string, many: string, single: string, naming: Naming = {}): Route[] => [
  list(path, many, naming),
  one(path, single, naming),
];
export const report = (path: string, operation: string): Route =>
  get(`/analyses/${path}`, operation, 'report', { download: true });
export const auth = (
  path: string,
  operation: string,
  answer: Route['answer'],
  details: Details = {},
): Route => post(`/auth/${path}`, operation, answer, { public: true, ...details });

/** Returns the update routes of an entity: PUT replaces all fields, PATCH those sent. */
export const changes = (
  path: string,
  type: string,
  naming: Naming,
  methods: readonly ('put' | 'patch')[] = ['put', 'patch'],
): Route[] =>
  methods.map((method) =>
    routeWith(method, 'mutation')(`${path}/{id}`, `update${type}`, 'entity', { naming }),
  );
/** Returns all write routes of an entity. DELETE fails if something depends on it. */
export const writes = (path: string, type: string, naming: Naming): Route[] => [
  create(path, `create${type}`, { naming }),
  remove(`${path}/{id}`, `delete${type}`),
  get(`${path}/{id}/dependents`, 'dependents', 'whole', { fixed: { of: camel(path.slice(1)) } }),
];

/**
 * Reads rows that are changed together: under their name, as an array, as returned by the read, or a single
 * one.
 */
export const several =
  (name: string, each: (row: unknown) => unknown = (row) => row) =>
  (body: unknown): UnknownRecord => {
    const given = isRecord(body) ? body : {};
    const rows = Array.isArray(body) ? body : (given[name] ?? given.results ?? [body]);
    return { [name]: Array.isArray(rows) ? rows.map(each) : rows };
  };
