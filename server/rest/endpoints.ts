import { Router, type RequestHandler } from 'express';
import { Failure } from '../auth/failure';
import { groupBy } from '../platform/group-by';
import type { Route } from './routes';

/** Handler of one method of a path. */
export interface Endpoint {
  readonly method: Route['method'];
  /** Path with `{name}` for each parameter. */
  readonly path: string;
  readonly handler: RequestHandler;
  /** Whether HEAD is answered like GET; by default it is. */
  readonly head?: false;
}

/** Returns a path without parameter names, which sorts fixed segments first: `/users/me` before `/users/{id}`. */
const shapeOf = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '\uffff');

const allowedMethods = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({ method, head }) =>
    method === 'get' && head !== false ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );

/**
 * Creates a router that answers other methods of a known path with 405, and OPTIONS, with the allowed methods.
 */
export function routerOf(endpoints: readonly Endpoint[]): Router {
  const router = Router();
  const byShape = [...groupBy(endpoints, shapeOf)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, group] of byShape) {
    const allowed = allowedMethods(group);
    for (const { method, path, handler } of group) {
      const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
      route.all((req, res, next) => {
        if (allowed.includes(req.method)) return next();
        res.set('Allow', allowed.join(', '));
        if (req.method !== 'OPTIONS') throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
        res.status(204).end();
      });
      route[method](handler);
    }
  }
  return router;
}
