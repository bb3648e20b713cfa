import type { Row } from '../records/list-definition';
import { addWords, type NamesOf } from '../settings/audit/audit-words';
import { signedIn, type ApiContext } from './context';

/** Lists of names that a request has read. */
const namesRead = new WeakMap<ApiContext, Map<string, Promise<ReadonlyMap<number, string>>>>();

const namesOf =
  (context: ApiContext): NamesOf =>
  async (kind, ids) => {
    const known = namesRead.get(context) ?? new Map<string, Promise<ReadonlyMap<number, string>>>();
    namesRead.set(context, known);
    const list = kind === 'adType1' || kind === 'adType2' || kind === 'adType3' ? 'adType' : kind;
    // Ads and links are many, so only these are read.
    const query = list === 'ad' || list === 'redirect' ? { ids } : undefined;
    const key = query ? `${list} ${ids.join()}` : list;
    const read = async (): Promise<ReadonlyMap<number, string>> => {
      const rows = await context.services.me.selections(signedIn(context), null)[list](query);
      return new Map(rows.map(({ id, label }) => [id, label]));
    };
    const names = known.get(key) ?? read();
    known.set(key, names);
    const byId = await names;
    return ids.map((id) => byId.get(id) ?? `#${id}`);
  };

/** Adds words in the reader's language to entries of the audit trail. */
export const addAuditWords = (
  context: ApiContext,
  rows: readonly Row[],
  locale = context.locale,
): Promise<void> => addWords(locale, rows, namesOf(context));
