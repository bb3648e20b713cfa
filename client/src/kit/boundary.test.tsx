import { screen } from '@testing-library/react';
import { renderPage } from '../../test/render';
import { Boundary } from './boundary';

function Lost(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/page.js');
}

afterEach(() => jest.restoreAllMocks());

it.each([
  [true, 'offers to reload the page', 1],
  [false, 'offers no reload while offline', 0],
])('code that failed to load, online %s: %s', async (online, _what, buttons) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  await renderPage(
    <Boundary>
      <Lost />
    </Boundary>,
  );
  expect(screen.queryAllByRole('button', { name: '再読み込み' })).toHaveLength(buttons);
  expect(screen.queryAllByText(/接続が戻ると自動で読み込みます/)).toHaveLength(1 - buttons);
});
