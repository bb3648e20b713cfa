import type { Locator, Page } from 'playwright-core';
import { eventually } from './rest';

/** How to fill a field: type, choose from a list, choose a radio button, switch on, or press a button. */
export type Fill = string | { choose: string } | { radio: string } | { on: true } | { press: true };
export const ON = { on: true } as const;
export const PRESS = { press: true } as const;
export const choose = (text: string): Fill => ({ choose: text });
export const radio = (text: string): Fill => ({ radio: text });

/**
 * Label of a field, its input, and the expected error. Labels of list entries are those of the error summary.
 */
export type Entry = readonly [label: string, fill: Fill | null, says?: string];

/** Input before one attempt to save. It succeeds if no entry expects an error. */
export type Step = readonly Entry[];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const beginsWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`);
const ENTRY_OF_LIST = /^(.+) (\d+) ・ (.+)$/;

/** Returns the input under a label, which may belong to a list entry. */
function inputOf(page: Page, form: Locator, label: string): Locator {
  const [, list, number = '1', part = label] = ENTRY_OF_LIST.exec(label) ?? [];
  const group = list ? form.getByRole('group', { name: list, exact: true }) : form;
  return group
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
    // A multiple-choice list stays open over the buttons until the field loses focus. Tab closes it.
    await page.keyboard.press('Tab');
  }
};

const SAVE = '保存する';
export const save = (form: Locator, button = SAVE): Promise<void> =>
  form.getByRole('button', { name: button }).click();

/**
 * Fills in the steps and tries to save after each. The summary must list exactly the errors that the step
 * expects.
 */
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
    const expected = step.flatMap(([label, , error]) => (error ? [`${label}：${error}`] : [])).sort();
    if (expected.length === 0) continue;
    const readErrors = async (): Promise<string[]> => (await lines.allInnerTexts()).sort();
    expect(await eventually(readErrors, (texts) => texts.join() === expected.join())).toEqual(expected);
  }
}
