import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { renderPage, testSession } from '../../../test/render';
import { SessionProvider } from '../../session/session-context';
import { ProductOutlet } from './product-outlet';

const Choosing = () => {
  const [productId, choose] = useState(1);
  return (
    <SessionProvider session={{ ...testSession, productId }}>
      <button type="button" onClick={() => choose(2)}>
        別の商品
      </button>
      <ProductOutlet />
    </SessionProvider>
  );
};

describe('choosing another product', () => {
  it.each([
    ['begins a log anew, whose rows may be chosen', '/log/cv-approve', false],
    ['begins a setting of the product anew', '/ad/category-setting', false],
    ['begins the product itself anew', '/config/product', false],
    ['keeps what is of the company', '/config/user', true],
    ['keeps a report, whose state is its address', '/analyze/term', true],
  ])('%s', async (_rule, path, kept) => {
    await renderPage(
      <Routes>
        <Route element={<Choosing />}>
          <Route path={path} element={<input type="checkbox" />} />
        </Route>
      </Routes>,
      path,
    );
    act(() => screen.getByRole('checkbox').click());
    act(() => screen.getByRole('button').click());
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(kept);
  });
});
