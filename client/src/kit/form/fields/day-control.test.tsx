import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settingRules } from '../../../../../shared/settings';
import { renderPage } from '../../../../test/render';
import { DayControl } from './day-control';

it('returns the focus to the calendar button after a day is chosen', async () => {
  const onChange = jest.fn();
  await renderPage(
    <DayControl
      id="from"
      name="periodFrom"
      entity="ad"
      label="開始日"
      field={settingRules.ad.fields.periodFrom}
      value={20260901}
      onChange={onChange}
      onLeave={() => undefined}
      invalid={false}
      disabled={false}
      describedBy={undefined}
    />,
  );
  const button = screen.getByRole('button', { name: /開始日/ });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: '2026/09/15' }));
  expect(onChange).toHaveBeenCalledWith(20260915);
  await waitFor(() => expect(button).toHaveFocus());
});
