import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { select } from '../../db/statements';
import type { WriteContext } from '../audit/record';

interface ChangeRow {
  field: string;
  after_value: string | null;
  user_name: string;
}

const MAX_LENGTH = 80;

/** Formats a stored value for a message. */
function formatValue(json: string | null): string {
  if (json === null) return '-';
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'string' ? value : json;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/**
 * Refuses to overwrite changes that another user saved since the sent version, and lists them. Without a sent
 * version nothing is checked.
 * @throws BAD_USER_INPUT, CONFLICT with a message beside each field that changed, and the current version
 */
export async function requireVersion(
  { tx, actor }: Pick<WriteContext, 'tx' | 'actor'>,
  entity: string,
  id: number,
  sent: unknown,
  current: number,
): Promise<void> {
  if (sent == null) return;
  const version = Number(sent);
  if (!Number.isInteger(version)) throw badInput({ version: { key: 'mustBeInteger' } });
  if (version === current) return;
  const changes = await select<ChangeRow>(tx)`SELECT c.field, c.after_value, l.user_name FROM audit_log l
    JOIN audit_change c ON c.audit_id = l.id WHERE l.company_id = ${actor.companyId} AND l.entity = ${entity}
    AND l.entity_id = ${id} AND l.version > ${version} ORDER BY l.id`;
  const fields: Record<string, FailureMessage[]> = {
    version: [{ key: 'currentVersion', params: { version: current } }],
  };
  // A later change of the same field replaces the message of the earlier one.
  for (const { field, after_value: after, user_name: name } of changes) {
    fields[field] = [{ key: 'changedSince', params: { value: formatValue(after), name } }];
  }
  throw new Failure('CONFLICT', 'conflict', { fields });
}
