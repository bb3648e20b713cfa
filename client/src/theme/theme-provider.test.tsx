import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { startI18n } from '../i18n/i18n';
import { LayoutProvider } from '../preferences/layout-context';
import { AntdProvider } from './antd-provider';
import { ThemeProvider } from './theme-provider';

/** Installs media queries whose results a test changes. */
function media(): (query: string, matches: boolean) => void {
  const answers = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  window.matchMedia = ((query: string) => ({
    get matches() {
      return answers.get(query) ?? false;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })) as unknown as typeof window.matchMedia;
  return (query, matches) =>
    act(() => {
      answers.set(query, matches);
      for (const listener of [...listeners]) listener();
    });
}

function Form() {
  const [text, setText] = useState('');
  return <input aria-label="名前" value={text} onChange={(event) => setText(event.target.value)} />;
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

describe('the theme', () => {
  beforeEach(() => startI18n('ja'));
  const draw = (): void =>
    void render(
      <LayoutProvider>
        <ThemeProvider>
          <AntdProvider>
            <Form />
          </AntdProvider>
        </ThemeProvider>
      </LayoutProvider>,
    );

  it.each([false, true])(
    'keeps input when the preference for reduced motion changes (it was %s)',
    async (before) => {
      const change = media();
      change(REDUCED_MOTION, before);
      draw();
      fireEvent.change(screen.getByLabelText('名前'), { target: { value: '春の広告' } });
      change(REDUCED_MOTION, !before);
      change(REDUCED_MOTION, before);
      expect(screen.getByLabelText('名前')).toHaveValue('春の広告');
    },
  );

  it('is light in print, even if the screen is dark', () => {
    const change = media();
    document.cookie = 'ic_theme=dark';
    draw();
    expect(document.documentElement.dataset.theme).toBe('dark');
    change('print', true);
    expect(document.documentElement.dataset.theme).toBe('light');
    change('print', false);
    expect(document.documentElement.dataset.theme).toBe('dark');
    document.cookie = 'ic_theme=; Max-Age=0';
  });
});
