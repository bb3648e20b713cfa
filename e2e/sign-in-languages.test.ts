import type { Browser, Page } from 'playwright-core';
import { CLIENT } from '../server/auth/oidc/testing/client';
import { startProvider, type TestProvider } from '../server/auth/oidc/testing/provider';
import { codeAt } from '../server/auth/second-factor/testing/authenticator';
import type { Answer } from '../server/composition/testing/api-server';
import { freePort } from '../server/db/testing/mariadb';
import { RoleType } from '../shared/catalog';
import { texts } from '../shared/i18n';
import { locales, type Locale } from '../shared/i18n/messages';
import { withAuthenticator } from './support/authenticator';
import { describeInBrowser, launchBrowser, newPage } from './support/browser';
import { isPath } from './support/console';
import { startProduct, type Product } from './support/product';

jest.setTimeout(240_000);

const EMAIL = 'analyst@example.com';
const PASSWORD = 'Password1!';
const STEP_MS = 30_000;
const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { ja: '日本語', en: 'English', 'zh-CN': '简体中文' };

if (describeInBrowser === describe.skip)
  console.warn('SKIPPED: no Chromium (CHROMIUM_PATH); signing in in other languages was not tried');

describeInBrowser('signing in from the keyboard', () => {
  let product: Product;
  let browser: Browser;
  let provider: TestProvider;
  /** Passkeys need a host name. */
  let url: string;
  let adminToken: string;
  let userId: number;

  const rest = async (method: string, path: string, body?: object): Promise<Answer['body']> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
  const mutate = async (query: string): Promise<void> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).not.toHaveProperty('errors');
  };

  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    product = await startProduct({ PORT: port, PUBLIC_URL: url, WEBHOOK_ALLOW: '127.0.0.0/8' });
    browser = await launchBrowser();
    provider = await startProvider(`${url}/auth/oidc/callback`);
    const { access } = await rest('POST', 'auth/signin/', { email: 'admin@example.com', password: PASSWORD });
    adminToken = access;
    const { results } = await rest('GET', 'users/?page_size=100');
    userId = results.find(({ email }: { email: string }) => email === EMAIL).id;
    await mutate(`mutation { updateIdentityProvider(input: { issuer: "${provider.issuer}",
      clientId: "${CLIENT.clientId}", clientSecret: "${CLIENT.clientSecret}", allowedDomains: "example.com",
      enabled: true, passwordsOff: false }) { version } }`);
  });
  afterAll(async () => {
    await provider?.stop();
    await browser?.close();
    await product?.discard();
  });

  /** Presses the button or link with this name, which must be within reach of the Tab key. */
  const press = async (page: Page, name: string, key = 'Enter'): Promise<void> => {
    for (let left = 80; left > 0; left -= 1) {
      const focused = page.locator(':focus');
      const names =
        (await focused.count()) > 0
          ? [await focused.getAttribute('aria-label'), await focused.textContent()]
          : [];
      if (names.some((one) => one?.includes(name))) return page.keyboard.press(key);
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} can't be reached`);
  };
  const openLogin = async (page: Page, locale: Locale): Promise<void> => {
    await page.goto(`${url}/login`);
    await page.getByLabel(texts[locale].session.email).or(page.getByLabel('メールアドレス')).waitFor();
    await press(page, LANGUAGE_NAMES[locale]);
    const email = page.getByLabel(texts[locale].session.email);
    await email.waitFor();
    for (let left = 20; left > 0 && (await page.locator('input[type=email]:focus').count()) === 0; left -= 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type(EMAIL);
  };
  const typePassword = async (page: Page): Promise<void> => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
  };
  const typeCode = async (page: Page, code: string): Promise<void> => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const isIn = (page: Page): Promise<void> => page.waitForURL(isPath('/dashboard'));

  describe.each(locales)('in %s', (locale) => {
    const { session, settings } = texts[locale];

    it('sets up the required app, loses the phone, uses a passkey, and is signed out elsewhere', async () => {
      await rest('PUT', 'sign-in-policy/', { role_types: [RoleType.ANALYST], from: null });
      const first = await newPage(browser);
      await openLogin(first, locale);
      await typePassword(first);
      await first.getByText(session.setUpLead).waitFor();
      const secret = await first.locator('code').innerText();
      const left = STEP_MS - (Date.now() % STEP_MS);
      if (left < 8000) await first.waitForTimeout(left + 100);
      // The field has the focus.
      await typeCode(first, '000000');
      await first.getByText(session.codeFailed).waitFor();
      await first.keyboard.press('Control+A');
      await typeCode(first, codeAt(secret, Date.now()));
      await first.getByRole('button', { name: settings.user.factorSaved }).waitFor();
      const [recoveryCode = ''] = (await first.locator('code').innerText()).split('\n');
      await press(first, settings.user.factorSaved);
      await isIn(first);
      await first.context().close();

      const page = await newPage(browser);
      await withAuthenticator(page);
      await openLogin(page, locale);
      await typePassword(page);
      await page.getByText(session.codeHint).waitFor();
      await typeCode(page, recoveryCode);
      await isIn(page);
      await page.goto(`${url}/config/user/${userId}`);
      await page.getByRole('button', { name: settings.user.passkeyAdd }).waitFor();
      await press(page, settings.user.passkeyAdd);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(settings.user.passkeyAddLead).waitFor();
      await typeCode(page, PASSWORD);
      await dialog.getByText(settings.user.passkeyMade).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText(settings.user.passkeyUnused).waitFor();

      await mutate(`mutation { revokeOtherSessions(userId: ${userId}) }`);
      await page.reload();
      await page.getByText(session.expired).waitFor();
      await openLogin(page, locale);
      await typePassword(page);
      await page.getByRole('button', { name: session.passkeyUse }).waitFor();
      await press(page, session.passkeyUse);
      await isIn(page);
      await page.context().close();
      await rest('DELETE', `users/${userId}/second-factor/`);
    });

    it('signs in at the identity provider, which needs no second factor of ours', async () => {
      await rest('PUT', 'sign-in-policy/', { role_types: [RoleType.ANALYST], from: null });
      const page = await newPage(browser);
      await openLogin(page, locale);
      await press(page, session.sso);
      await isIn(page);
      await page.reload();
      await isIn(page);
      await page.context().close();
    });
  });

  it('says in each language that the identity provider is down', async () => {
    await provider.stop();
    for (const locale of locales) {
      const page = await newPage(browser);
      await openLogin(page, locale);
      await press(page, texts[locale].session.sso);
      await page.getByText(texts[locale].messages.providerDown).waitFor();
      await page.context().close();
    }
  });
});
