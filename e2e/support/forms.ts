import type { Locator, Page } from 'playwright-core';
import { eventually } from './rest';

/** How a field is filled: typed into, chosen from a list or side by side, switched on; or a button that is pressed. */
export type Fill = string | { choose: string } | { radio: string } | { on: true } | { press: true };
export const ON = { on: true } as const;
export const PRESS = { press: true } as const;
export const choose = (text: string): Fill => ({ choose: text });
export const radio = (text: string): Fill => ({ radio: text });

/** A field by its label (those of list entries as the error summary names them), what is put in, and what is said of it. */
export type Entry = readonly [label: string, fill: Fill | null, says?: string];

/** What is filled in before one try to save. Without anything said, it is saved. */
export type Step = readonly Entry[];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const beginsWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`);
const ENTRY_OF_LIST = /^(.+) (\d+) ・ (.+)$/;

/** The input under a label, which may be one of a list's entry. */
function inputOf(page: Page, form: Locator, label: string): Locator {
  const [, list, number = '1', part = label] = ENTRY_OF_LIST.exec(label) ?? [];
  const place = list ? form.getByRole('group', { name: list, exact: true }) : form;
  return place
    .getByLabel(beginsWith(part))
    .and(page.locator('input, textarea'))
    .nth(Number(number) - 1);
}

export const fillField = async (page: Page, form: Locator, label: string, fill: Fill): Promise<void> => {
  if (typeof fill === 'string') await inputOf(page, form, label).fill(fill);
  else if ('radio' in fill) await form.getByRole('radio', { name: fill.radio, exact: true }).check();
  else if ('press' in fill) await form.getByRole('button', { name: label }).click();
  else if ('on' in fill) await form.getByRole('switch', { name: label }).check();
  else {
    await form.getByRole('combobox', { name: label }).click();
    await page.keyboard.type(fill.choose);
    await page.locator('.ant-select-item-option').filter({ hasText: fill.choose }).first().click();
    // A list of which several can be chosen stays open, over the buttons, until the field is left; Tab must do that.
    await page.keyboard.press('Tab');
  }
};

const SAVE = '保存する';
export const save = (form: Locator, button = SAVE): Promise<void> =>
  form.getByRole('button', { name: button }).click();

/** Fills the steps in and tries to save after each: the summary says exactly what the step expects, field by field. */
export async function walkForm(
  page: Page,
  form: Locator,
  steps: readonly Step[],
  button = SAVE,
): Promise<void> {
  const lines = form.getByRole('alert').getByRole('listitem');
  for (const step of steps) {
    for (const [label, fill] of step) if (fill !== null) await fillField(page, form, label, fill);
    await save(form, button);
    const expected = step.flatMap(([label, , says]) => (says ? [`${label}：${says}`] : [])).sort();
    if (expected.length === 0) continue;
    const said = async (): Promise<string[]> => (await lines.allInnerTexts()).sort();
    expect(await eventually(said, (texts) => texts.join() === expected.join())).toEqual(expected);
  }
}
