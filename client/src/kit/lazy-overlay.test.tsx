import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../test/render';
import { Boundary } from './boundary';
import { hideNotice, Snackbar } from './notifier';
import { LazyOverlay } from './lazy-overlay';

function Failing({ error }: { error: Error }): never {
  throw error;
}

function PageBelow({ error }: { error: Error }) {
  const [open, setOpen] = useState(true);
  return (
    <Boundary>
      <input aria-label="広告名" defaultValue="春の広告" />
      {open ? (
        <LazyOverlay onClose={() => setOpen(false)}>
          <Failing error={error} />
        </LazyOverlay>
      ) : (
        <p>閉じた</p>
      )}
      <Snackbar />
    </Boundary>
  );
}

describe('content that opens over a page', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    act(hideNotice);
    jest.restoreAllMocks();
  });

  it.each([
    'Failed to fetch dynamically imported module: /assets/palette.js',
    'Unable to preload CSS for /assets/palette.css',
  ])('stays closed, shows a notice and keeps the page if its code fails to load: %s', async (message) => {
    await renderPage(<PageBelow error={new Error(message)} />);
    expect(screen.getByText('閉じた')).toBeInTheDocument();
    expect(screen.getByLabelText('広告名')).toHaveValue('春の広告');
    expect(screen.getByText(/開けませんでした.*再読み込みしてください/)).toBeInTheDocument();
  });

  it('does not hide other failures', async () => {
    await renderPage(<PageBelow error={new Error('x is undefined')} />);
    expect(screen.getByRole('heading', { name: 'この部分を表示できませんでした' })).toBeInTheDocument();
  });
});
