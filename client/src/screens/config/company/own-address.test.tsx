import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../../../test/render';
import { OwnAddress } from './own-address';

const sessions = [
  { current: false, ip: '198.51.100.7' },
  { current: true, ip: '203.0.113.9' },
];
jest.mock('../../../generated/graphql', () => ({ useUserSessionsQuery: () => ({ data: { sessions } }) }));
/** As newer browsers answer. */
const scrolled = jest.fn(() => Promise.resolve());
beforeAll(() => {
  Element.prototype.scrollIntoView = scrolled;
});

describe('the address that one is signed in from, below the list of who may sign in', () => {
  it.each([null, '', ' ', '203.0.113.9', '198.51.100.1, 203.0.113.0/24'])(
    'is told where %j lets it in',
    async (list) => {
      await renderPage(<OwnAddress list={list} />);
      expect(screen.getByText('現在のIPアドレス：203.0.113.9')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it.each(['198.51.100.7', '203.0.113.0/29', '2001:db8::/32', 'nonsense'])(
    'is warned of where %j leaves it out, in sight',
    async (list) => {
      scrolled.mockClear();
      await renderPage(<OwnAddress list={list} />);
      expect(screen.getByRole('alert')).toHaveTextContent('203.0.113.9 が含まれていません');
      expect(scrolled).toHaveBeenCalled();
    },
  );

  it('is told again once the list lets it in', async () => {
    function Typed() {
      const [list, setList] = useState('198.51.100.7');
      return (
        <>
          <OwnAddress list={list} />
          <button onClick={() => setList('203.0.113.9')}>in</button>
        </>
      );
    }
    await renderPage(<Typed />);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('現在のIPアドレス：203.0.113.9')).toBeInTheDocument();
  });
});
