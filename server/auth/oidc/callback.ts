import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Client } from '../sessions';
import type { BrowserCookies } from './browser-cookies';
import { SsoError } from './identities';
import type { OidcService } from './oidc.service';
import { reasonOf } from './provider';

/** Returns the technical reason of a refusal. */
const causeOf = ({ cause }: SsoError): string | undefined =>
  cause === undefined ? undefined : reasonOf(cause);

interface CallbackDeps {
  readonly oidc: OidcService;
  readonly log: Logger;
  readonly contextOf: (req: Request) => { readonly client: Client; readonly cookies?: BrowserCookies };
}

/**
 * Creates the endpoint that providers send the browser back to. It leads to the sign-in page: with a ticket in
 * the fragment, which reaches no server and no log, or with the reason of a refusal.
 */
export const oidcCallback =
  ({ oidc, log, contextOf }: CallbackDeps): RequestHandler =>
  async (req, res: Response, next) => {
    // A HEAD request must not use up the code.
    if (req.method !== 'GET') return next();
    const { client, cookies } = contextOf(req);
    const query = new URL(req.originalUrl, 'http://localhost').searchParams;
    const flow = cookies?.read('flow') ?? null;
    cookies?.set('flow', null);
    res.set('Referrer-Policy', 'no-referrer');
    try {
      const { ticket, binding } = await oidc.finish(query, flow, client);
      cookies?.set('binding', binding);
      res.redirect(303, `${oidc.loginUrl}#sso=${ticket}`);
    } catch (error) {
      const known = error instanceof SsoError ? error : undefined;
      if (known) log.info({ reason: known.reason, cause: causeOf(known) }, 'single sign-on refused');
      else log.error({ err: error }, 'single sign-on failed');
      res.redirect(303, `${oidc.loginUrl}?error=${known?.reason ?? 'failed'}`);
    }
  };
