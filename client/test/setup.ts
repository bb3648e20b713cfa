import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { TextDecoder, TextEncoder } from 'node:util';

// Rendering whole screens in jsdom takes seconds on a busy machine.
jest.setTimeout(60_000);
configure({ asyncUtilTimeout: 10_000 });

/** Browser features that antd or our code needs and jsdom lacks. */
Object.assign(globalThis, { TextDecoder, TextEncoder });

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      addListener: () => undefined,
      removeListener: () => undefined,
      onchange: null,
    }),
});

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = ResizeObserverStub;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
if (!('CSS' in window))
  Object.assign(window, { CSS: { escape: (text: string) => text.replace(/["\\|]/g, '\\$&') } });

/**
 * Returns inline styles only. For each call jsdom matches every rule of antd's style sheets against the
 * element, which took most of a test's time. No test here depends on a style rule.
 */
const COMPUTED: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  pointerEvents: 'auto',
};
window.getComputedStyle = (element) => {
  const style = element instanceof HTMLElement ? element.style : document.createElement('div').style;
  return new Proxy(style, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'function') return value.bind(target);
      return value || (COMPUTED[String(key)] ?? value);
    },
  });
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
