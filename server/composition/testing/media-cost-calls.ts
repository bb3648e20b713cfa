import { settle } from '../../sweeps';
import type { ApiServer, Json } from './api-server';

const ADMIN = 'admin@alpha.example';
const HEADER = '日付,広告ID,費用,表示回数,クリック数';

/** Creates the requests of the media cost tests, for the world's open product. */
export function mediaCostCalls(api: () => ApiServer) {
  const product = () => api().world.open.product;
  const call = async (method: string, email: string | null, path: string, body?: unknown) =>
    api().rest(path, { method, body, token: email && (await api().tokenOf(email)) });
  const upload = (csv: string, more: object = {}, email: string | null = ADMIN) =>
    call('POST', email, '/media-costs/import/', {
      product_id: product(),
      source_name: 'Google広告',
      csv,
      dry_run: false,
      ...more,
    });
  const table = (...lines: string[]): string => [HEADER, ...lines].join('\r\n');
  const actions = ({ rows }: Json): string[] => rows.map(({ action }: Json) => action);
  const days = async (email = ADMIN): Promise<Json> =>
    (
      await call(
        'GET',
        email,
        `/media-costs/?product_id=${product()}&date_from=2025/01/01&date_to=2025/12/31`,
      )
    ).body.results;
  const readMetrics = async (day: string, axis = 'ad', more = ''): Promise<Json> => {
    await settle(api().database.db);
    return (
      await call(
        'GET',
        ADMIN,
        `/analyses/ad_summaries/?product_id=${product()}&date_from=${day}&date_to=${day}&axis=${axis}${more}`,
      )
    ).body;
  };
  const trail = async (): Promise<Json[]> =>
    (await call('GET', ADMIN, '/audit-logs/?entity=mediaSource&page_size=100')).body.results;

  /** Previews a file of a medium. */
  const look = async (csv: string, more: object = {}): Promise<Json> =>
    (await upload(csv, { dry_run: true, ...more })).body;

  return { call, look, upload, table, actions, days, readMetrics, trail };
}
