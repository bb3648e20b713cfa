import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../../../test/render';
import type { ProductFieldsFragment } from '../../../generated/graphql';
import { SeenPanels } from './seen';

const update = jest.fn((_: { variables: object }) =>
  Promise.resolve({ data: { updateProduct: { version: 2 } } }),
);
const host = (name: string, known: boolean, measured = known) => ({
  host: name,
  views: 1234,
  cvs: 2,
  known,
  measured,
});
const agent = (family: string, robot: boolean, common = false) => ({
  family,
  events: 5,
  robot,
  common,
  example: `${family}/1.0`,
});
const data = {
  productSeen: {
    hosts: [host('shop.example', true), host('lp.example', true), host('staging.example', false)],
    userAgents: [agent('Chrome', false, true), agent('OurMonitor', false), agent('SmartNews', true)],
  },
};
jest.mock('../../../generated/graphql', () => ({
  useProductSeenQuery: () => ({ data, error: undefined, refetch: () => Promise.resolve() }),
  useUpdateProductMutation: () => [update, { loading: false }],
}));

const product = {
  id: 7,
  version: 1,
  measuredHostsOnly: true,
  moreHosts: 'lp.example',
  peopleUserAgents: null,
  robotUserAgents: 'smartnews',
} as ProductFieldsFragment;

describe('hosts and user agents on the product page', () => {
  const onSaved = jest.fn();
  beforeEach(() => {
    update.mockClear();
    onSaved.mockClear();
  });
  const show = (more: Partial<ProductFieldsFragment> = {}, mayEdit = true) =>
    renderPage(<SeenPanels product={{ ...product, ...more }} mayEdit={mayEdit} onSaved={onSaved} />);
  const row = (name: string): HTMLElement => {
    const item = screen.getAllByRole('listitem').find((one) => one.textContent?.startsWith(name));
    if (!item) throw new Error(`no row ${name}`);
    return item;
  };
  const press = async (name: string, button: string) => {
    fireEvent.click(within(row(name)).getByRole('button', { name: button }));
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ version: 2 }));
    return update.mock.calls[0]?.[0].variables;
  };

  it.each([
    ['staging.example', '計測する', { moreHosts: 'lp.example,staging.example' }],
    ['lp.example', '除外する', { moreHosts: null }],
    ['SmartNews', '人として計測する', { peopleUserAgents: 'SmartNews', robotUserAgents: null }],
    [
      'OurMonitor',
      'ロボットとして除外する',
      { peopleUserAgents: null, robotUserAgents: 'smartnews,OurMonitor' },
    ],
  ])('%s: one press on %s changes the list', async (name, button, input) => {
    await show();
    expect(await press(name, button)).toEqual({ id: 7, input: { ...input, version: 1 } });
  });

  it('offers no button for the own domain and for common browsers', async () => {
    await show();
    expect(within(row('shop.example')).queryByRole('button')).toBeNull();
    expect(within(row('Chrome')).queryByRole('button')).toBeNull();
  });

  it('shows counts and states to those who may not edit, without buttons', async () => {
    await show({}, false);
    expect(row('staging.example')).toHaveTextContent('除外中閲覧 1,234件CV 2件');
    expect(row('SmartNews')).toHaveTextContent('ロボットとして除外');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('asks about foreign hosts while all hosts are measured', async () => {
    data.productSeen.hosts[2] = host('staging.example', false, true);
    await show({ measuredHostsOnly: false });
    expect(screen.getByRole('note')).toHaveTextContent('登録されていないホスト（1件）');
    expect(row('staging.example')).toHaveTextContent('未登録');
    fireEvent.click(screen.getByRole('button', { name: '登録したホストだけを計測する' }));
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(update.mock.calls[0]?.[0].variables).toEqual({
      id: 7,
      input: { measuredHostsOnly: true, version: 1 },
    });
  });
});
