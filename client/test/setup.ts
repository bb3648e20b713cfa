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

// jsdom does not compute styles of pseudo-elements; antd requests those of scroll bars.
const computedStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element: Element) => computedStyle(element);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
