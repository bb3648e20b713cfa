import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../test/render';
import { Boundary } from './boundary';
import { hideNotice, Snackbar } from './notifier';
import { OverPage } from './lazy-overlay';

function Failing({ error }: { error: Error }): never {
  throw error;
}

function PageBelow({ error }: { error: Error }) {
  const [open, setOpen] = useState(true);
  return (
    <Boundary>
      <input aria-label="広告名" defaultValue="春の広告" />
      {open ? (
        <OverPage onClose={() => setOpen(false)}>
          <Failing error={error} />
        </OverPage>
      ) : (
        <p>閉じた</p>
      )}
      <Snackbar />
    </Boundary>
  );
}

describe('what opens over a page', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    act(hideNotice);
    jest.restoreAllMocks();
  });

  it.each([
    'Failed to fetch dynamically imported module: /assets/palette.js',
    'Unable to preload CSS for /assets/palette.css',
  ])('stays closed and says so where its code does not come, and leaves the page: %s', async (message) => {
    await renderPage(<PageBelow error={new Error(message)} />);
    expect(screen.getByText('閉じた')).toBeInTheDocument();
    expect(screen.getByLabelText('広告名')).toHaveValue('春の広告');
    expect(screen.getByText(/開けませんでした.*再読み込みしてください/)).toBeInTheDocument();
  });

  it('is no place to hide another failure', async () => {
    await renderPage(<PageBelow error={new Error('x is undefined')} />);
    expect(screen.getByRole('heading', { name: 'この部分を表示できませんでした' })).toBeInTheDocument();
  });
});
