import type { Page } from 'playwright-core';
import { newPage } from './support/browser';
import { signInOnScreen } from './support/console';
import { fillField, save, walkForm } from './support/forms';
import { eventually } from './support/rest';
import { describeConsole } from './support/running-console';
import { settingScreens } from './support/setting-screens';
import { columnTexts, formOf, hasHeader, headerOf, openList, rowNamed, search } from './support/settings';
import { singleForms } from './support/single-forms';

jest.setTimeout(240_000);

describeConsole('every setting in Chromium', 'the settings screens were not tried', (running) => {
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    page = await newPage(running.browser);
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    await signInOnScreen(page, running.url, 'admin@example.com');
  });
  const saved = () =>
    page
      .getByText(/保存しました/)
      .first()
      .waitFor();

  describe.each(settingScreens)('$name', (screen) => {
    const [before, after] = screen.names;

    it('sorts its list', async () => {
      await openList(page, running.url, screen.path);
      const [header, key] = screen.sortBy;
      await headerOf(page, header).click();
      await page.waitForURL((url) => url.searchParams.get('sort')?.endsWith(key) === true);
      const descending = new URL(page.url()).searchParams.get('sort')?.startsWith('-') === true;
      const inOrder = (texts: string[]): string[] =>
        descending ? [...texts].sort().reverse() : [...texts].sort();
      const texts = await eventually(
        () => columnTexts(page, header),
        (texts) => texts.join() === inOrder(texts).join(),
      );
      expect(texts).toEqual(inOrder(texts));
    });

    it('lists all errors of a new row, and saves it once they are fixed', async () => {
      await page
        .getByRole('button', { name: new RegExp(`${screen.noun}を追加$`) })
        .first()
        .click();
      const form = formOf(page, screen);
      await form.getByRole('button', { name: '保存する' }).waitFor();
      // The form of an ad opens with its first fields.
      const all = form.getByRole('button', { name: 'すべての項目を表示する' });
      if (await all.isVisible()) await all.click();
      await walkForm(page, form, screen.steps);
      await saved();
    });

    it('finds it and hides a column; both stay over a reload', async () => {
      // A dialog may stay open to offer the next step. A page navigates back.
      if (screen.opens === 'dialog') await page.keyboard.press('Escape');
      else await openList(page, running.url, screen.path);
      await search(page, screen.keyword);
      await page.getByText('1件中 1〜1件').waitFor();
      await headerOf(page, screen.hide).hover();
      await page
        .getByRole('button', { name: `「${screen.hide}」のメニュー` })
        .first()
        .click();
      await page.getByText(`「${screen.hide}」を非表示にする`).click();
      await headerOf(page, screen.hide).waitFor({ state: 'detached' });
      await page.reload();
      await rowNamed(page, screen.keyword).waitFor();
      await page.getByText('1件中 1〜1件').waitFor();
      expect(await hasHeader(page, screen.hide)).toBe(false);
    });

    // rule: screens-18
    it('shows a row, changes it, and deletes it after confirmation', async () => {
      await page
        .getByRole('button', { name: /：詳細$/ })
        .first()
        .click();
      const form = formOf(page, screen);
      await form.getByText(before).first().waitFor();
      expect(await form.getByRole('button', { name: '保存する' }).count()).toBe(0);
      await form.getByRole('button', { name: '編集' }).click();
      await form.getByRole('button', { name: '保存する' }).waitFor();
      await fillField(page, form, ...screen.change);
      await save(form);
      await saved();

      if (screen.opens === 'page') {
        await openList(page, running.url, screen.path);
        await search(page, screen.keyword);
      }
      await page.getByText('1件中 1〜1件').waitFor();
      await rowNamed(page, after).waitFor();
      await page
        .getByRole('button', { name: /：削除$/ })
        .first()
        .click();
      const question = page.getByRole('dialog');
      await question.getByText(/を削除します。よろしいですか？/).waitFor();
      await question.getByRole('button', { name: '削除' }).click();
      await page.getByText('条件に一致するデータはありません').waitFor();
    });
  });

  describe.each(singleForms)(
    '$name',
    ({ path, email = 'admin@example.com', opens, button, steps, done, persisted }) => {
      it('lists all errors, and saves once they are fixed', async () => {
        const their = email === 'admin@example.com' ? page : await newPage(running.browser);
        if (their !== page) await signInOnScreen(their, running.url, email);
        await their.goto(`${running.url}${path}`);
        if (opens) await their.getByRole('button', { name: opens }).click();
        const form = opens ? their.getByRole('dialog') : their.locator('#content form').first();
        await walkForm(their, form, steps, button);
        await their.getByText(done).first().waitFor();
        if (persisted) {
          await their.goto(`${running.url}${path}`);
          const [label, value] = persisted;
          expect(
            await eventually(
              () => their.getByLabel(label).first().inputValue(),
              (current) => current === value,
            ),
          ).toBe(value);
        }
        if (their !== page) await their.context().close();
      });
    },
  );

  it('causes no error in the page', () => expect(complaints).toEqual([]));
});
