import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../test/render';
import { CsvImportDialog } from './csv-import-dialog';

const BYTES = `data:;base64,${btoa('id\n1\n')}`;
const RUNNING = '取り込んでいます。途中で取り消すことはできません。';
const cancel = () => screen.getByRole('button', { name: 'キャンセル' });

/** Opens a dialog whose requests the test answers. */
async function open(ready?: () => boolean) {
  const answers: ((outcome: string) => void)[] = [];
  const send = jest.fn((_table: object) => new Promise<string>((resolve) => answers.push(resolve)));
  const onResult = jest.fn();
  await renderPage(
    <CsvImportDialog<string, object>
      title="取り込み"
      intro={null}
      dropText="ここに置く"
      format=""
      noChoices={{}}
      send={send}
      {...(ready && { ready })}
      preview={(outcome) => <p>{outcome}</p>}
      run={() => ({ text: '取り込む', disabled: false })}
      applied={() => true}
      onResult={onResult}
    />,
  );
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['id\n1\n'], 'ads.csv', { type: 'text/csv' }),
  );
  if (!ready)
    await waitFor(() => expect(send).toHaveBeenCalledWith({ csv: BYTES, dryRun: true, sheet: null }));
  return { send, onResult, answer: (outcome: string) => act(async () => answers.shift()?.(outcome)) };
}

describe('CSV import', () => {
  it('sends nothing to the server while required choices are missing', async () => {
    const ready = jest.fn(() => false);
    const { send } = await open(ready);
    await waitFor(() => expect(ready).toHaveBeenCalled());
    expect(send).not.toHaveBeenCalled();
  });

  it('can be closed during the preview', async () => {
    const { onResult } = await open();
    await userEvent.click(cancel());
    expect(onResult).toHaveBeenCalledTimes(1);
  });

  it("can't be closed while it loads, and says why", async () => {
    const { send, onResult, answer } = await open();
    await answer('1件');
    await userEvent.click(await screen.findByRole('button', { name: '取り込む' }));
    expect(send).toHaveBeenLastCalledWith({ csv: BYTES, dryRun: false, sheet: null });
    expect(screen.getByRole('status')).toHaveTextContent(RUNNING);
    expect(cancel()).toBeDisabled();
    expect(screen.getByRole('button', { name: '別のファイルを選択' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: /close/i })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(onResult).not.toHaveBeenCalled();
    await answer('1件');
    expect(onResult).toHaveBeenCalledTimes(1);
  });
});
