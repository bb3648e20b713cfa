import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import { settingRules } from '../../../../shared/settings';
import { Boundary } from '../boundary';
import type { ControlProps } from '../form/fields/control';
import { DayControl } from '../form/fields/day-control';
import { hideNotice, Snackbar } from '../notifier';
import { DateRange } from './date-range';

// The connection is lost before the calendar first opens.
jest.mock('./month-panel', () => ({
  get MonthPanel(): never {
    throw new Error('Failed to fetch dynamically imported module: /assets/month-panel.js');
  },
}));

const day: ControlProps = {
  id: 'from',
  name: 'periodFrom',
  entity: 'ad',
  label: '開始日',
  field: settingRules.ad.fields.periodFrom,
  value: 20260901,
  onChange: () => undefined,
  onLeave: () => undefined,
  invalid: false,
  disabled: false,
  describedBy: undefined,
};

describe('calendar whose code fails to load', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    act(hideNotice);
    jest.restoreAllMocks();
  });

  it.each([
    [
      'of a period',
      <DateRange key="range" period={{ preset: 'd30' }} weekStart={1} onChange={() => undefined} />,
      '.ant-popover button[aria-pressed]',
    ],
    ['of a day', <DayControl key="day" {...day} />, '.ant-popover [aria-label="前の月"]'],
  ])('stays closed with a message and keeps the page: %s', async (_name, opener, inside) => {
    const { container } = await renderPage(
      <Boundary>
        {opener}
        <input aria-label="広告名" defaultValue="春の広告" />
        <Snackbar />
      </Boundary>,
    );
    await act(async () => fireEvent.click(container.querySelector('button')!));
    expect(await screen.findByText(/開けませんでした.*再読み込みしてください/)).toBeInTheDocument();
    expect(screen.getByLabelText('広告名')).toHaveValue('春の広告');
    expect(document.querySelector(inside)).toBeNull();
  });
});
