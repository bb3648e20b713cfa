import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { renderPage } from '../../test/render';
import { arriving } from './lazy-screen';

const Part = () => <h1>ここにあります</h1>;

it('stands at once where its code is here', async () => {
  const part = arriving(() => Promise.resolve({ default: Part }));
  await part.preload();
  render(<part.Screen />);
  expect(screen.getByRole('heading')).toBeInTheDocument();
});

it('stands too where its code comes between the drawing and what follows it', async () => {
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
