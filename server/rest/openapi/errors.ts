import type { Route } from '../routes';
import { json, type Response } from './description';
import type { Schemas } from './schemas';

const ANSWERS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Something is malformed or breaks a rule; `errors` names the fields.'],
  401: ['Unauthorized', 'No valid access token, or a failed sign-in.'],
  403: ['Forbidden', 'The role, the product list or the allowed addresses do not reach this.'],
  404: ['NotFound', 'Nothing that the user may see has this id.'],
  409: [
    'Conflict',
    'Somebody else saved since the version sent (`errors` says what they changed), or other data depends on it (`_message` names it).',
  ],
  429: ['TooManyRequests', 'Too many attempts; Retry-After says when to try again.'],
  '5XX': ['ServerError', 'The server can’t answer; `request_id` finds it in its log.'],
};

/** Returns all error responses by name. */
export function errorResponses(schemas: Schemas): Record<string, Response> {
  const error = schemas.ref('Error', {
    type: 'object',
    description: 'What went wrong. Worded in English unless Accept-Language says ja or zh.',
    required: ['_message', 'request_id'],
    properties: {
      _message: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        description: 'To be shown to the user.',
      },
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description:
          'What is wrong with which field, in the names of the request; entries of lists as `lpo[0].url`.',
      },
      request_id: { type: 'string', description: 'Names the request in the server’s log.' },
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
