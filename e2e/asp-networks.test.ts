import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { accessibilityViolations, COLOURS, newPage, screenshot } from './support/browser';
import { fitsWidth, signedInPage, signInOnScreen } from './support/console';
import { save } from './support/forms';
import { signIn, type RestClient } from './support/rest';
import { describeConsole } from './support/running-console';
import { openList } from './support/settings';

jest.setTimeout(240_000);

interface AspRow {
  aspName: string;
  aXclidFlag: boolean;
  aXclid: string | null;
  aKey1Flag: boolean;
  aKey1: string | null;
  resultFlag: number;
  resultMethod: number | null;
  webhookUrl: string | null;
  approvalUnapproved: string | null;
  approvalRejected: string | null;
}

describeConsole(
  'an ad network from its template',
  'no ad network was created from a template',
  (running) => {
    let page: Page;
    let admin: RestClient;
    let network: Server;
    let host = '';
    let postbacks: string[] = [];
    let status = 200;
    const content = () => page.locator('#content');
    const basic = () => page.getByRole('region', { name: '基本情報' });
    const url = () => page.getByRole('textbox', { name: /^ポストバックURL/ });
    const textbox = (name: string | RegExp) => page.getByRole('textbox', { name }).first();
    const pick = async (typed: string, name: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'ネットワークのひな形から入力' }).click();
      await page.keyboard.type(typed);
      await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
    };
    const send = () => page.getByRole('button', { name: 'テスト送信' }).click();
    const result = () => page.getByRole('region', { name: 'テスト送信の結果' });
    const checkPart = async (name: string, part = basic()): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        for (const [width, height] of [
          [1440, 900],
          [375, 812],
        ] as const) {
          await page.setViewportSize({ width, height });
          await part.evaluate((element) => element.scrollIntoView({ block: 'center' }));
          await screenshot(page, `${name}-${width}-${colorScheme}`);
          expect([name, width, await fitsWidth(page)]).toEqual([name, width, true]);
        }
        expect(await accessibilityViolations(page, colorScheme === 'dark' ? COLOURS : undefined)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    beforeAll(async () => {
      network = createServer((request, response) => {
        postbacks.push(String(request.url));
        response
          .writeHead(status, status === 301 ? { location: 'https://asp.example/new' } : {})
          .end('受け付けました <b>');
      });
      await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
      host = `127.0.0.1:${(network.address() as AddressInfo).port}`;
      admin = await signIn(running.url, 'admin@example.com');
      page = await newPage(running.browser);
      await page.context().addCookies([{ name: 'ic_theme', value: 'system', url: running.url }]);
      page.setDefaultTimeout(20_000);
      await signInOnScreen(page, running.url, 'admin@example.com');
    });
    afterAll(async () => {
      network?.close();
    });
    beforeEach(() => {
      postbacks = [];
      status = 200;
    });

    it('fills in a new ad network, explains changes, open points and source; saves nothing yet', async () => {
      await page.goto(`${running.url}/ad/asp-setting/new`);
      await pick('リーフワークス', 'アフィリコード・システム');
      await basic().getByText('アフィリコード・システムのひな形を入力しました').waitFor();
      await basic()
        .getByText(
          'ポストバックURLの {TRACKING_DOMAIN} を、ネットワークから案内された計測ドメインに置き換えます。',
        )
        .waitFor();
      await basic().getByRole('link', { name: 'blog.affilicode.jp/article/20180' }).waitFor();
      await basic().getByText('出典（2026/11/22に確認）').waitFor();
      expect(await textbox(/^ASP名/).inputValue()).toBe('アフィリコード・システム');
      expect(await textbox('クリックID（a_xclid）のマクロ').inputValue()).toBe('[cid]');
      await checkPart('networks-new');
      // Another template replaces the first one completely.
      await pick('affise', 'Affise');
      await basic().getByText('Affiseのひな形を入力しました').waitFor();
      expect(await textbox(/^ASP名/).inputValue()).toBe('Affise');
      expect(await page.getByRole('switch', { name: '媒体管理キー1を受け取る' }).isChecked()).toBe(false);
      expect(await url().inputValue()).toContain('https://{TRACKING_DOMAIN}/postback?clickid={xclid}');
      await save(content());
      await page
        .getByText(/\{TRACKING_DOMAIN\}/)
        .first()
        .waitFor();
      await page.getByRole('heading', { name: /入力内容をご確認ください/ }).waitFor();
      const { asps } = await admin.graphql<{ asps: { count: number } }>(
        '{ asps(productId: 1, keyword: "Affise") { count } }',
      );
      expect(asps.count).toBe(0);
    });

    it("sends a test with the form's values, and shows request, response and advice", async () => {
      await send();
      await page.getByRole('alert').filter({ hasText: '{TRACKING_DOMAIN}' }).last().waitFor();
      await url().fill((await url().inputValue()).replace('https://{TRACKING_DOMAIN}', `http://${host}`));
      await expect(
        basic()
          .getByText(/TRACKING_DOMAIN/)
          .count(),
      ).resolves.toBe(0);
      await send();
      await result().getByText('通知は届いています。').waitFor();
      await result().getByText('HTTP 200', { exact: true }).waitFor();
      await result().getByText('受け付けました <b>', { exact: true }).waitFor();
      await result()
        .getByText(/idempotency-key: /)
        .waitFor();
      expect(postbacks).toEqual(['/postback?clickid=test-xclid&action_id=test-result-id&sum=1000&status=2']);
      await page.getByRole('radio', { name: '否認' }).check();
      status = 500;
      await send();
      await result().getByText('ASPのサーバーでエラーが発生しました（500）。').waitFor();
      expect(postbacks[1]).toMatch(/&status=3$/);
      status = 301;
      await send();
      await result()
        .getByText(/ポストバックURLを転送先のURL（https:\/\/asp\.example\/new）に変更してください。/)
        .waitFor();
      await checkPart('networks-test', result());
      expect(postbacks).toHaveLength(3);
    });

    it("saves the template's values with later edits", async () => {
      await save(content());
      await page.getByText('保存しました').first().waitFor();
      const fields =
        'aspName aXclidFlag aXclid aKey1Flag aKey1 resultFlag resultMethod webhookUrl approvalUnapproved approvalRejected';
      const { asps } = await admin.graphql<{ asps: { results: AspRow[] } }>(
        `{ asps(productId: 1, keyword: "Affise") { results { ${fields} } } }`,
      );
      expect(asps.results).toEqual([
        {
          ...{
            aspName: 'Affise',
            aXclidFlag: true,
            aXclid: '{clickid}',
            aKey1Flag: false,
            aKey1: null,
            resultFlag: 1,
            resultMethod: 2,
            approvalUnapproved: '2',
            approvalRejected: '3',
          },
          webhookUrl: `http://${host}/postback?clickid={xclid}&action_id={result_id}&sum={amount}&status={status}`,
        },
      ]);
      await expect(page.getByText('Affiseのひな形を入力しました').count()).resolves.toBe(0);
    });

    it('undoes a template over existing settings with one press', async () => {
      await pick('スマート', 'SmartNews Ads');
      await basic()
        .getByText(/媒体側の方法/)
        .waitFor();
      expect(await textbox('クリックID（a_xclid）のマクロ').inputValue()).toBe('{click_id}');
      expect(await textbox(/^ASP名/).inputValue()).toBe('Affise');
      await checkPart('networks-existing');
      await page.getByRole('button', { name: '入力前に戻す' }).click();
      expect(await textbox('クリックID（a_xclid）のマクロ').inputValue()).toBe('{clickid}');
      expect(await page.getByRole('button', { name: '保存する' }).isDisabled()).toBe(true);
    });

    it('offers neither to a read-only user', async () => {
      const countButtons = () =>
        Promise.all([
          page.getByText('ネットワークのひな形から入力').count(),
          page.getByRole('button', { name: 'テスト送信' }).count(),
        ]);
      expect(await countButtons()).toEqual([1, 1]);
      const { origin, pathname } = new URL(page.url());
      await page.goto(`${origin}${pathname}?mode=detail`);
      await page.getByRole('region', { name: '基本情報' }).waitFor();
      expect(await countButtons()).toEqual([0, 0]);
      const analyst = await signedInPage(running.browser, running.url, 'analyst@example.com');
      analyst.setDefaultTimeout(20_000);
      await openList(analyst, running.url, '/ad/asp-setting');
      await analyst.goto(`${origin}${pathname}`);
      await analyst.getByRole('region', { name: '基本情報' }).waitFor();
      expect(await analyst.getByText('ネットワークのひな形から入力').count()).toBe(0);
      expect(await analyst.getByRole('button', { name: 'テスト送信' }).count()).toBe(0);
      await analyst.context().close();
    });
  },
  { WEBHOOK_ALLOW: '127.0.0.0/8' },
);
