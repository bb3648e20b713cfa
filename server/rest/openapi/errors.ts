import type { Route } from '../routes';
import { json, type Response } from './description';
import type { Schemas } from './schemas';

const ANSWERS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Something is malformed or breaks a rule; `errors` names the fields.'],
  401: ['Unauthorized', 'No valid access token, or a failed sign-in.'],
  403: ['Forbidden', 'The role, the product list or the allowed addresses don’t permit this.'],
  404: ['NotFound', 'No object with this id is visible to the user.'],
  409: [
    'Conflict',
    'Another user saved since the sent version (`errors` names the changed fields), or other data depends on the object (`_message` names it).',
  ],
  429: ['TooManyRequests', 'Too many attempts; Retry-After is the time until the next one.'],
  '5XX': ['ServerError', 'The server failed; `request_id` identifies the request in its log.'],
};

/** Returns all error responses by name. */
export function errorResponses(schemas: Schemas): Record<string, Response> {
  const error = schemas.ref('Error', {
    type: 'object',
    description: 'An error. Messages are English by default; Accept-Language can select ja or zh.',
    required: ['_message', 'request_id'],
    properties: {
      _message: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        description: 'Messages for the user.',
      },
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Errors by field, under the names of the request; list entries as `lpo[0].url`.',
      },
      request_id: { type: 'string', description: 'Identifies the request in the server’s log.' },
    },
  });
  const retry = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([status, [name, description]]) => [
      name,
      { description, ...(status === '429' && { headers: retry }), content: json(error) },
    ]),
  );
}

/** Returns references to the responses of these statuses. */
export const errorsWith = (...statuses: (number | string)[]): Record<string, Response> =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${ANSWERS[status]?.[0]}` }]),
  );

/** Returns the possible errors of a route. */
export function errorsOf(route: Route): Record<string, Response> {
  if (route.public) return errorsWith(400, 401, 403, 429, '5XX');
  const changes = route.kind === 'mutation';
  // A single object, in the path or in a parameter, can be missing.
  const ofOne = route.path.includes('{') || route.answer === 'whole' || route.ofNamed;
  return errorsWith(400, 401, 403, ...(ofOne ? [404] : []), ...(changes ? [409, 429] : []), '5XX');
}
