import { screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import { ViewNameField } from './name-field';

it('the name of a view is marked as required and shows its error', async () => {
  const { rerender } = await renderPage(
    <ViewNameField value="" onChange={() => undefined} error={undefined} />,
  );
  const field = screen.getByRole('textbox', { name: /^ビュー名/ });
  expect(screen.getByText('必須')).toBeInTheDocument();
  expect(field).toBeRequired();
  expect(field).toHaveFocus();
  rerender(<ViewNameField value="" onChange={() => undefined} error="ビュー名を入力してください" />);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('ビュー名を入力してください');
  expect(screen.getByRole('textbox')).toBeInvalid();
});
