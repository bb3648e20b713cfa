import type { ApiContext } from '../../graphql/context';
import { signedIn } from '../../graphql/context';
import type { SelectionName } from '../../settings/me/me.service';

/** The names of what ids stand for, as far as the reader may see them; the number of what has none. */
export async function namesOf(
  context: ApiContext,
  list: SelectionName,
  ids: readonly number[],
  productId: number | null = null,
): Promise<string[]> {
  const byId = await allNames(context, list, productId);
  return ids.map((id) => byId.get(id) ?? `#${id}`);
}

/** The names of all that a list holds, by id. */
export async function allNames(
  context: ApiContext,
  list: SelectionName,
  productId: number | null = null,
): Promise<ReadonlyMap<number, string>> {
  const selections = await context.services.me.selections(signedIn(context), productId)[list]();
  return new Map(selections.map(({ id, label }) => [id, label]));
}
