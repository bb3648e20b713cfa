import { fireEvent, screen } from '@testing-library/react';
import { SessionProvider, useSession } from '../../session/session-context';
import { useState } from 'react';
import { renderRoutes } from '../../../test/render-routes';
import { useAxisNotes } from './use-axis-notes';

jest.mock('./use-day-notes', () => ({ useDayNotes: () => [] }));
jest.mock('../../session/rights', () => ({ useRight: () => 'edit' }));
jest.mock('./notes-drawer', () => ({ NotesDrawer: () => <textarea aria-label="メモ" /> }));

const RANGE = { from: 20_000, to: 20_001 };
const Notes = () => <>{useAxisNotes(RANGE).bar}</>;

/** A page that stays mounted on a change of product, as reports do. */
function Report() {
  const session = useSession();
  const [productId, setProductId] = useState(1);
  return (
    <SessionProvider session={{ ...session, productId }}>
      <button type="button" onClick={() => setProductId(3 - productId)}>
        他の商品
      </button>
      <Notes />
    </SessionProvider>
  );
}

it("an unfinished note closes on a change of product, so Back can't save it in the wrong product", async () => {
  await renderRoutes({ '/report': <Report /> }, '/report');
  fireEvent.click(screen.getByRole('button', { name: /メモを/ }));
  expect(await screen.findByRole('textbox', { name: 'メモ' })).toBeInTheDocument();
  fireEvent.click(screen.getByText('他の商品'));
  expect(screen.queryByRole('textbox', { name: 'メモ' })).not.toBeInTheDocument();
});
