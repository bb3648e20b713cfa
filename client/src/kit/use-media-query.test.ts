import { act, renderHook } from '@testing-library/react';
import { useMediaQuery } from './use-media-query';

const print = (type: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(type)));

it.each([
  ['(max-width: 767px)', false],
  ['(max-width: 1199px)', true],
  ['(min-width: 768px)', true],
  ['(min-width: 1200px)', false],
])('%s is evaluated for the sheet (%p) as soon as printing starts', (query, onSheet) => {
  const media = jest.spyOn(window, 'matchMedia').mockImplementation(
    (text) =>
      ({
        matches: text === query && !onSheet,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const { result, unmount } = renderHook(() => useMediaQuery(query));
  expect(result.current).toBe(!onSheet);
  print('beforeprint');
  expect(result.current).toBe(onSheet);
  print('afterprint');
  expect(result.current).toBe(!onSheet);
  unmount();
  media.mockRestore();
});
