import { startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import type { Dialect } from '../../db/database';
import { settle } from '../../sweeps';

/** API server with two pending results, and the calls of a manager on them. */
export type ApprovalApi = Awaited<ReturnType<typeof startApprovalApi>>;

/** Starts an API server for approval tests. */
export async function startApprovalApi(dialect: Dialect) {
  const api: ApiServer = await startApi(dialect);
  const token = await api.tokenOf('manager@alpha.example');
  const { product } = api.world.open;

  const list = async (more = ''): Promise<Json[]> =>
    (
      await api.rest(`/logs/results/?product_id=${product}&sortName=conversion_id&sortAsc=true${more}`, {
        token,
      })
    ).body.results;
  const detail = async (id: string | undefined): Promise<Json> =>
    (await api.rest(`/logs/results/${id}/`, { token })).body;
  const approve = (body: object, as = token) => api.rest('/logs/results/approve/', { token: as, body });
  const change = (id: string | undefined, body: object, as = token) =>
    api.rest(`/logs/results/${id}/`, { method: 'PATCH', token: as, body });
  const costs = async () => {
    await settle(api.database.db);
    const { total } = (
      await api.rest(
        `/analyses/ad_summaries/?product_id=${product}&date_from=2026-01-15&date_to=2026-01-15`,
        { token },
      )
    ).body;
    return [total.ad_cost, total.ad_cost_unapproved];
  };
  const notices = () =>
    api.database.db.read<Json>(
      'SELECT kind, approval_status, due_at, url FROM postback WHERE product_id = ? ORDER BY created_at, url',
      [product],
    );

  const ids = (await list()).map(({ id }: Json): string => id);
  return { api, token, product, ids, list, detail, approve, change, costs, notices };
}
