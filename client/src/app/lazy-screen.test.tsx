import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { renderPage } from '../../test/render';
import { lazyScreen } from './lazy-screen';

const Part = () => <h1>ここにあります</h1>;

it('renders at once when its code is loaded', async () => {
  const part = lazyScreen(() => Promise.resolve({ default: Part }));
  await part.preload();
  render(<part.Screen />);
  expect(screen.getByRole('heading')).toBeInTheDocument();
});

it('renders when its code loads between render and effect', async () => {
  let resolveCode = (): void => undefined;
  const code = new Promise<{ default: typeof Part }>(
    (resolve) => (resolveCode = () => resolve({ default: Part })),
  );
  const part = lazyScreen(() => code);
  const loaded = part.preload();
  function Place() {
    useLayoutEffect(() => resolveCode(), []);
    return <part.Screen />;
  }
  await renderPage(<Place />);
  await act(() => loaded);
  expect(await screen.findByRole('heading')).toBeInTheDocument();
});
