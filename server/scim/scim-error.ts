import { statusOf, type Failure } from '../auth/failure';

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal with a kind of SCIM's own (RFC 7644, section 3.12). */
export class ScimError extends Error {
  constructor(
    readonly status: 400 | 409,
    readonly scimType: ScimType,
    detail: string,
  ) {
    super(detail);
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail);
export const alreadyUsed = (name: string): ScimError =>
  new ScimError(409, 'uniqueness', `${name}: already in use`);

/** Names of user fields in SCIM. */
const names: Readonly<Record<string, string>> = {
  userName: 'displayName',
  email: 'userName',
  roleType: 'roles',
  status: 'active',
};

/** Builds the body of an error response. */
export const errorBody = (status: number, detail: string, scimType?: ScimType): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});

/** Builds the body of a failure, whose messages name fields as SCIM does. */
export function failureBody(failure: Failure): object {
  const detail =
    failure.code === 'UNAUTHENTICATED'
      ? 'A valid SCIM token is required, sent as Authorization: Bearer'
      : failure.messages('en', (field) => names[field] ?? field).join('; ');
  const kind = failure.text === 'invalidJson' ? 'invalidSyntax' : 'invalidValue';
  return errorBody(statusOf[failure.code], detail, failure.code === 'BAD_USER_INPUT' ? kind : undefined);
}
