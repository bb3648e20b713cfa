import type { Naming } from './names';

/** One door of the REST shim onto a GraphQL operation. */
export interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** Below /api/v1; `{name}` is an argument of the operation. */
  readonly path: string;
  readonly operation: string;
  readonly kind: 'query' | 'mutation';
  /** What the operation answers. */
  readonly answer: 'list' | 'entity' | 'report' | 'array' | 'nothing';
  readonly naming?: Naming;
  /** Opens without an access token. */
  readonly public?: boolean;
  /** Status when it went well; 200 unless said. */
  readonly status?: number;
  /** Arguments under other names in the path: argument by path name. */
  readonly pathNames?: Readonly<Record<string, string>>;
  /** A last change of the mapped answer. */
  readonly shape?: (answer: Record<string, unknown>) => Record<string, unknown>;
  /** Whether it can be downloaded as CSV and xlsx. */
  readonly download?: boolean;
}

const list = (path: string, operation: string, naming: Naming = {}): Route => ({
  method: 'get', path, operation, kind: 'query', answer: 'list', naming, download: true,
});
const one = (path: string, operation: string, naming: Naming = {}): Route => ({
  method: 'get', path: `${path}/{id}`, operation, kind: 'query', answer: 'entity', naming,
});
const both = (path: string, many: string, single: string, naming: Naming = {}): Route[] => [list(path, many, naming), one(path, single, naming)];
const report = (path: string, operation: string): Route => ({
  method: 'get', path: `/analyses/${path}`, operation, kind: 'query', answer: 'report', download: true,
});
const auth = (path: string, operation: string, answer: Route['answer'], status?: number): Route => ({
  method: 'post', path: `/auth/${path}`, operation, kind: 'mutation', answer, public: true, status,
});

/** The medium's parameters as the specification names them on ad networks. */
const aspParameters = {
  aXclidFlag: 'xclid_flag',
  aXclid: 'xclid',
  aSesFlag: 'media_session_flag',
  aSes: 'media_session',
  aKey1Flag: 'media_management1_flag',
  aKey1: 'media_management1',
  aKey2Flag: 'media_management2_flag',
  aKey2: 'media_management2',
  aKey3Flag: 'media_management3_flag',
  aKey3: 'media_management3',
};

const interaction: Naming = { id: 'interaction_id' };
const conversion: Naming = { id: 'conversion_id', also: { lastCvAd: 'last_cv_ad_name', performanceCvAd: 'performance_cv_ad_name' } };
const apiKeys = { path: '/products/{id}/api-keys', pathNames: { id: 'productId', key_id: 'id' } };

/** A new key as one flat entity, with its secret. */
const withSecret = ({ api_key: key, secret }: Record<string, unknown>): Record<string, unknown> => ({
  ...(key as Record<string, unknown>),
  key_id: (key as { id: number }).id,
  api_key: secret,
  secret,
});

/** Every door under /api/v1 that stands on an operation. `users/me` and downloads are beside it. */
export const routes: readonly Route[] = [
  auth('signin', 'signIn', 'entity'),
  auth('refresh', 'refresh', 'entity'),
  auth('signout', 'signOut', 'nothing', 204),
  ...both('/companies', 'companies', 'company', { id: 'company_id' }),
  ...both('/products', 'products', 'product', { id: 'product_id' }),
  { method: 'get', ...apiKeys, operation: 'apiKeys', kind: 'query', answer: 'array', naming: { id: 'key_id' } },
  { method: 'post', ...apiKeys, operation: 'createApiKey', kind: 'mutation', answer: 'entity', status: 201, shape: withSecret },
  { method: 'delete', ...apiKeys, path: `${apiKeys.path}/{key_id}`, operation: 'deleteApiKey', kind: 'mutation', answer: 'nothing', status: 204 },
  ...both('/users', 'users', 'user', { id: 'user_id' }),
  ...both('/agencies', 'agencies', 'agency', { id: 'agency_id' }),
  ...both('/ads', 'ads', 'ad', { id: 'ad_id', also: { status: 'ad_status' } }),
  ...both('/asps', 'asps', 'asp', { id: 'asp_id', instead: aspParameters }),
  ...both('/redirects', 'redirects', 'redirect', { id: 'redirect_id' }),
  ...both('/cv_settings', 'cvSettings', 'cvSetting', { id: 'cv_setting_id', also: { cvType: 'type' } }),
  ...both('/ad_categories', 'adCategories', 'adCategory'),
  ...both('/ad_types', 'adTypes', 'adType'),
  ...both('/domains', 'domains', 'domain'),
  ...both('/logs/interactions', 'interactions', 'interaction', interaction),
  ...both('/logs/ads', 'interactions', 'interaction', interaction),
  ...both('/logs/accesses', 'accesses', 'access', { id: 'access_id' }),
  ...both('/logs/references', 'references', 'reference', { id: 'reference_id' }),
  ...both('/logs/conversions', 'conversions', 'conversion', conversion),
  report('ad_summaries', 'adSummaries'),
  report('attributions', 'attributions'),
];
