import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage, testSession } from '../../../../test/render';
import { FirstSignIn } from './invite';
import { user } from './setting';

const DAY = 24 * 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

const invite = jest.fn(() =>
  Promise.resolve({
    data: {
      inviteUser: {
        email: 'a@b.example',
        mailed: false,
        link: 'https://t.example/invitation?token=x',
        expiresAt: at(7 * DAY),
      },
    },
  }),
);
jest.mock('../../../generated/graphql', () => ({
  ...jest.requireActual<object>('../../../generated/graphql'),
  useInviteUserMutation: () => [invite],
}));

const AGAIN = /もう一度招待します。前回の招待リンクは使えなくなります/;
const ask = async (): Promise<HTMLElement> => {
  fireEvent.click(screen.getByRole('button', { name: /招待する$/ }));
  return screen.findByRole('dialog');
};

describe('invitation', () => {
  it('warns about an earlier link only if there is one, and copies the link before leaving', async () => {
    await renderPage(<FirstSignIn user={{ id: 1, userName: '新人' }} />);
    const first = await ask();
    expect(first).not.toHaveTextContent(/リンク/);
    fireEvent.click(within(first).getByRole('button', { name: '招待する' }));
    const copy = await screen.findByRole('button', { name: '招待リンクをコピー' });
    expect(copy).toHaveClass('ant-btn-primary');
    fireEvent.click(screen.getAllByRole('button', { name: '閉じる' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: /招待する$/ })).toHaveFocus();
    expect(await ask()).toHaveTextContent(AGAIN);
  });

  it.each([
    ['is valid', DAY, true],
    ['has expired', -DAY, false],
  ])('mentions an earlier link only while it is valid: one that %s', async (_what, left, expected) => {
    await renderPage(<FirstSignIn user={{ id: 1, userName: '新人', invitedUntil: at(left) }} />);
    expect(AGAIN.test((await ask()).textContent ?? '')).toBe(expected);
  });
});

it('preselects the product for a new user if the company has just one', () => {
  const [one] = testSession.products;
  const preset = (products: typeof testSession.products) =>
    user.preset?.(new URLSearchParams(), { ...testSession, products });
  expect(preset(one ? [one] : [])).toEqual({ productIds: [1] });
  expect(preset(one ? [one, { ...one, id: 2 }] : [])).toEqual({});
});
