import { routes } from '../../../shared/catalog';
import { eventually, signIn, type RestClient, type Row } from '../rest';

/** A page of the console to visit. */
export interface Address {
  /** Key of the route and the variant of the page. It names the picture. */
  readonly name: string;
  readonly path: string;
  /** Opens without a session. */
  readonly public: boolean;
}

const PRODUCT = 1;

/** Returns the id of the first row of a list over REST. */
const firstOf =
  (list: string) =>
  async (rest: RestClient): Promise<string> => {
    const { results } = await rest.get<{ results: { id: string | number }[] }>(
      `/${list}/?product_id=${PRODUCT}&page_size=1`,
    );
    if (!results[0]) throw new Error(`${list} is empty: there is nothing to open`);
    return String(results[0].id);
  };

const visitor = async (rest: RestClient): Promise<string> => {
  const { results } = await rest.get<{ results: { visitor_id: string }[] }>(
    `/logs/conversions/?product_id=${PRODUCT}&page_size=1`,
  );
  return results[0]?.visitor_id ?? '';
};

const savedView = async (rest: RestClient): Promise<string> => {
  const { createSavedView } = await rest.graphql<{ createSavedView: { code: string } }>(
    'mutation ($input: SavedViewInput!) { createSavedView(input: $input) { code } }',
    {
      input: {
        productId: PRODUCT,
        title: '媒体別の成果',
        path: '/analyze/ad-statistics',
        search: 'axis=asp&period=d90',
        report: 'ad_summaries',
        reportQuery: `product_id=${PRODUCT}&axis=asp`,
        shared: true,
      },
    },
  );
  return createSavedView.code;
};

let invited = 0;

/** Creates a link that can still set a password, by inviting a user. */
const passwordLink = async (rest: RestClient): Promise<string> => {
  invited += 1;
  const { createUser } = await rest.graphql<{ createUser: { id: number } }>(
    'mutation ($email: String!) { createUser(input: { userName: "鈴木 一郎", email: $email, roleType: 1 }) { id } }',
    {
      email: `invited-${invited}@example.com`,
    },
  );
  const { inviteUser } = await rest.graphql<{ inviteUser: { link: string } }>(
    'mutation ($id: Int!) { inviteUser(userId: $id) { link } }',
    { id: createUser.id },
  );
  return `?token=${new URL(inviteUser.link).searchParams.get('token')}`;
};

const post = async <T>(rest: RestClient, path: string, body: object): Promise<T> => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await rest.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
};

/** Creates a sender of conversions: the demo has none. */
const sender = async (rest: RestClient): Promise<string> => {
  const body = { product_id: PRODUCT, platform: 'google_file', name: 'Google 購入' };
  return String((await post<{ id: number }>(rest, '/conversion_senders/', body)).id);
};

/** Sends a conversion from a server, and returns its entry in the ledger of a sender. */
const sentConversion = async (rest: RestClient, url: string): Promise<string> => {
  await sender(rest);
  const { secret } = await post<{ secret: string }>(rest, `/products/${PRODUCT}/api-keys/`, { name: 'S2S' });
  const settings = await rest.get<{ results: { id: number; cv_type: number }[] }>(
    `/cv_settings/?product_id=${PRODUCT}`,
  );
  await fetch(`${url}/s2s/conversions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      event_id: 'sent-1',
      time: new Date().toISOString(),
      visitor_id: 'sent-1',
      cv_setting_id: settings.results.find(({ cv_type: type }) => type === 1)?.id,
      consent: 'granted',
    }),
  });
  const { results } = await eventually(
    () => rest.get<{ results: Row[] }>(`/logs/conversionSends/?product_id=${PRODUCT}`),
    ({ results: sent }) => sent.length > 0,
    60_000,
  );
  return String(results[0]?.id);
};

/** Values for route parameters. The suite fails for a route with any other parameter. */
const PARAMETERS: Readonly<Record<string, (rest: RestClient, url: string) => Promise<string>>> = {
  view_link: savedView,
  alert_detail: firstOf('alerts'),
  custom_measure_detail: firstOf('custom_measures'),
  log_access_detail: firstOf('logs/accesses'),
  log_reference_detail: firstOf('logs/references'),
  log_interaction_detail: firstOf('logs/interactions'),
  log_cv_detail: firstOf('logs/conversions'),
  log_visitor: visitor,
  log_result_detail: firstOf('logs/results'),
  log_result_queue_detail: firstOf('logs/result_queue'),
  ad_page: firstOf('ads'),
  ad_setting_detail: firstOf('ads'),
  cv_setting_detail: firstOf('cv_settings'),
  redirect_setting_detail: firstOf('redirects'),
  asp_setting_detail: firstOf('asps'),
  crossdomain_setting_detail: firstOf('domains'),
  category_setting_detail: firstOf('ad_categories'),
  user_detail: firstOf('users'),
  user_password: firstOf('users'),
  agency_detail: firstOf('agencies'),
  target_detail: firstOf('targets'),
  conversion_sender_detail: sender,
  experiment_detail: firstOf('experiments'),
  log_conversion_send_detail: sentConversion,
};

/** Pages of a route that look different from its plain path: the suffix of the path by name. */
const MORE: Readonly<Record<string, Readonly<Record<string, (rest: RestClient) => Promise<string>>>>> = {
  reset_password: { 'with a link': passwordLink },
  invitation: { 'with a link': passwordLink },
  not_found: { 'with a cause': async () => '/template-missing' },
};

/** Checks whether a route's parameter page also has a page for new rows and a read-only view. */
const isSetting = (key: string, path: string): boolean =>
  key.endsWith('_detail') && !path.startsWith('/log/');

/** Lists every page of the route table, with ids of existing rows. */
export const everyAddress = async (url: string): Promise<Address[]> => {
  const rest = await signIn(url, 'admin@example.com');
  const all: Address[] = [];
  for (const { key, path, public: open } of routes) {
    const add = (suffix: string, at: string): void =>
      void all.push({ name: suffix ? `${key} ${suffix}` : key, path: at, public: open });
    const bare = path.replace(/\/:\w+\?$/, '');
    const parameter = /:\w+/.exec(bare)?.[0];
    if (parameter) {
      const find = PARAMETERS[key];
      if (!find) throw new Error(`The route ${key} (${path}) needs a row to open: add it to ${__filename}`);
      const one = bare.replace(parameter, encodeURIComponent(await find(rest, url)));
      add('', one);
      if (isSetting(key, path)) {
        add('to read', `${one}?mode=detail`);
        if (key !== 'user_detail') add('new', bare.replace(parameter, 'new'));
      }
    } else {
      add('', bare);
    }
    for (const [suffix, more] of Object.entries(MORE[key] ?? {})) add(suffix, `${bare}${await more(rest)}`);
  }
  return all;
};
