import { signedIn, type ApiContext } from '../../services/context';
import type { SelectionName } from '../../settings/me/me.service';

/** Returns the visible names of ids; `#id` for all others. */
export async function namesOf(
  context: ApiContext,
  list: SelectionName,
  ids: readonly number[],
  productId: number | null = null,
): Promise<string[]> {
  const byId = await allNames(context, list, productId);
  return ids.map((id) => byId.get(id) ?? `#${id}`);
}

/** Returns all names of a list by id. */
export async function allNames(
  context: ApiContext,
  list: SelectionName,
  productId: number | null = null,
): Promise<ReadonlyMap<number, string>> {
  const selections = await context.services.me.selections(signedIn(context), productId)[list]();
  return new Map(selections.map(({ id, label }) => [id, label]));
}
