import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { renderPage } from '../../test/render';
import { arriving } from './lazy-screen';

const Part = () => <h1>ここにあります</h1>;

it('renders at once when its code is loaded', async () => {
  const part = arriving(() => Promise.resolve({ default: Part }));
  await part.preload();
  render(<part.Screen />);
  expect(screen.getByRole('heading')).toBeInTheDocument();
});

it('renders when its code loads between render and effect', async () => {
  let come = (): void => undefined;
  const code = new Promise<{ default: typeof Part }>((resolve) => (come = () => resolve({ default: Part })));
  const part = arriving(() => code);
  const asked = part.preload();
  function Place() {
    useLayoutEffect(() => come(), []);
    return <part.Screen />;
  }
  await renderPage(<Place />);
  await act(() => asked);
  expect(await screen.findByRole('heading')).toBeInTheDocument();
});
