import { isRecord } from '../../shared/records';
import { enumName, RoleType } from '../../shared/catalog';
import { ScimError } from './scim-error';
import { setAttribute, setAttributes, type UserAttributes } from './user-attributes';

const MAX_OPERATIONS = 100;

/** Returns a member by its name in lower case: Entra ID's names of operations begin with capitals. */
const member = (record: object, name: string): unknown =>
  Object.entries(record).find(([key]) => key.toLowerCase() === name)?.[1];

/** Removes an attribute: externalId and roles have a state without a value, other attributes stay as they are. */
function removeAttribute(attributes: UserAttributes, path: string, value: unknown, current: number): void {
  const name = path.toLowerCase();
  if (name === 'username') throw new ScimError(400, 'mutability', 'userName: required, cannot be removed');
  if (name === 'externalid') attributes.externalId = null;
  if (!/^roles\b/.test(name)) return;
  const [entry] = [value].flat();
  const named = /value eq "([^"]*)"/i.exec(path)?.[1] ?? (isRecord(entry) ? entry.value : undefined);
  // A client may set the new role before it removes the previous one.
  const role = enumName(RoleType, attributes.role ?? current);
  if (named === undefined || String(named).toUpperCase() === role) attributes.role = null;
}

/**
 * Returns the attributes that the operations of a PATCH request set.
 * @throws ScimError
 */
export function patchedAttributes(body: object, current: number): UserAttributes {
  const operations = member(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new ScimError(400, 'invalidSyntax', `Operations: a list of 1 to ${MAX_OPERATIONS} operations`);
  const attributes: UserAttributes = {};
  for (const operation of operations) {
    const parts = isRecord(operation) ? operation : {};
    const op = String(member(parts, 'op')).toLowerCase();
    const [path, value] = [member(parts, 'path') ?? undefined, member(parts, 'value')];
    if (!['add', 'replace', 'remove'].includes(op))
      throw new ScimError(400, 'invalidSyntax', 'op: must be one of add, replace, remove');
    if (path !== undefined && typeof path !== 'string')
      throw new ScimError(400, 'invalidPath', 'path: must be text');
    if (op === 'remove') {
      if (!path) throw new ScimError(400, 'noTarget', 'path: required to remove an attribute');
      removeAttribute(attributes, path, value, current);
    } else if (path !== undefined) setAttribute(attributes, path, value);
    else if (isRecord(value)) setAttributes(attributes, value);
    else throw new ScimError(400, 'invalidValue', 'value: must be an object if there is no path');
  }
  return attributes;
}
