import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { CLIENT } from './client';

/**
 * Runs oidc-provider on loopback with its in-memory adapter, and signs in without asking: the login hint is the
 * account and its verified address. A hint that begins with `deny` refuses. Prints its issuer once it listens.
 */
async function main(redirectUri: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri.replace(/\/auth\/.*/, '/login')],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: sub,
        email_verified: true,
        groups: sub.startsWith('manager') ? ['marketing'] : [],
      }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Provider</title><h1>Signed out of the provider</h1>${form}
            <button form="op.logoutForm" name="logout" value="yes">Continue</button>`;
        },
      },
    },
    cookies: { keys: ['only for tests'] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  const callback = provider.callback();
  server.on('request', (req, res) => {
    // The clock of a test run is shifted, so a browser would drop cookies that expire by it.
    const set = res.setHeader.bind(res);
    res.setHeader = (name, value) =>
      set(
        name,
        name.toLowerCase() === 'set-cookie'
          ? [value].flat().map((one) => String(one).replace(/; expires=(?!Thu, 01 Jan 1970)[^;]+/i, ''))
          : value,
      );
    if (!req.url?.startsWith('/interaction/')) return void callback(req, res);
    void (async () => {
      const { params, prompt, grantId, session } = await provider.interactionDetails(req, res);
      const accountId = session?.accountId ?? String(params.login_hint);
      if (accountId.startsWith('deny'))
        return provider.interactionFinished(req, res, { error: 'access_denied' });
      if (prompt.name === 'login')
        return provider.interactionFinished(req, res, { login: { accountId, remember: false } });
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId, clientId: CLIENT.clientId });
      grant?.addOIDCScope('openid email profile');
      return provider.interactionFinished(req, res, { consent: { grantId: await grant?.save() } });
    })();
  });
  console.log(issuer);
}

void main(process.argv[2] ?? '');
