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
    ['resets a log, which may have selected rows', '/log/cv-approve', false],
    ['resets a setting of the product', '/ad/category-setting', false],
    ['resets the settings of the product itself', '/config/product', false],
    ['keeps a setting of the company', '/config/user', true],
    ['keeps a report, whose state is in its address', '/analyze/term', true],
  ])('%s', async (_rule, path, isPreserved) => {
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
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(isPreserved);
  });
});
