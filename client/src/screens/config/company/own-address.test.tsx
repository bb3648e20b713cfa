import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../../../test/render';
import { OwnAddress } from './index';

const sessions = [
  { current: false, ip: '198.51.100.7' },
  { current: true, ip: '203.0.113.9' },
];
jest.mock('../../../generated/graphql', () => ({ useUserSessionsQuery: () => ({ data: { sessions } }) }));
/** Mimics newer browsers, where the call returns a promise. */
const scrolled = jest.fn(() => Promise.resolve());
beforeAll(() => {
  Element.prototype.scrollIntoView = scrolled;
});

describe('current address below the list of allowed addresses', () => {
  it.each([null, '', ' ', '203.0.113.9', '198.51.100.1, 203.0.113.0/24'])(
    'shows the address if %j allows it',
    async (list) => {
      await renderPage(<OwnAddress list={list} />);
      expect(screen.getByText('現在のIPアドレス：203.0.113.9')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it.each(['198.51.100.7', '203.0.113.0/29', '2001:db8::/32', 'nonsense'])(
    'scrolls to a warning if %j excludes it',
    async (list) => {
      scrolled.mockClear();
      await renderPage(<OwnAddress list={list} />);
      expect(screen.getByRole('alert')).toHaveTextContent('203.0.113.9 が含まれていません');
      expect(scrolled).toHaveBeenCalled();
    },
  );

  it('removes the warning once the list allows it', async () => {
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
