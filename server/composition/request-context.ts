import type { Request, RequestHandler } from 'express';
import { preferredLocale } from '../../shared/i18n/messages';
import type { ApiContext } from '../services/context';
import { Loaders } from '../services/loaders';
import { clientIp, type TrustedProxies } from '../tracking/http/client-ip';
import type { Services } from '../services/services';

const contexts = new WeakMap<Request, ApiContext>();

/** Returns the context of a request that passed `withContext`. */
export function contextOf(req: Request): ApiContext {
  const context = contexts.get(req);
  if (!context) throw new Error('The request has no context');
  return context;
}

const bearerToken = (header: string | undefined): string | null =>
  /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null;

/** Identifies the actor once per request, after `requestLog`. An invalid token counts as none. */
export const withContext =
  (services: Services, trust: TrustedProxies): RequestHandler =>
  async (req, res, next) => {
    const requestId = String(req.id);
    res.set('X-Request-Id', requestId);
    const languages = req.get('accept-language');
    const locale = preferredLocale(languages, 'en');
    const base: ApiContext = {
      actor: null,
      // Set only if the header asks for one of our languages, so the fallback doesn't matter.
      client: {
        ip: clientIp(req, trust),
        ua: req.get('user-agent') ?? null,
        locale: locale === preferredLocale(languages, 'ja') ? locale : null,
        idempotencyKey: req.get('idempotency-key') ?? null,
      },
      locale,
      requestId,
      services,
      loaders: null,
    };
    contexts.set(req, base);
    const token = bearerToken(req.get('authorization'));
    const actor = token ? await services.auth.actorOf(token, base.client) : null;
    if (actor) contexts.set(req, { ...base, actor, loaders: new Loaders(services, actor) });
    next();
  };
