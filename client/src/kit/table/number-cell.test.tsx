import { render, screen } from '@testing-library/react';
import { loadSignedInTexts, startI18n } from '../../i18n/i18n';
import { NumberCell } from './number-cell';

beforeAll(async () => {
  await startI18n('ja');
  await loadSignedInTexts();
});

// rule: states-11
describe('metric value', () => {
  it.each([
    [1234, 'yen', '1,234円'],
    [0, 'count', '-'],
    [null, 'ratio', '-'],
    [0.12345, 'ratio', '12.35%'],
    [90_061, 'seconds', '1日1時間'],
    [-5, 'count', '-5'],
  ] as const)('formats %p %s as %s', (value, unit, text) => {
    const { container } = render(<NumberCell value={value} unit={unit} direction="up" />);
    expect(container).toHaveTextContent(text);
  });

  it('shows a neutral difference with its sign', () => {
    const { rerender } = render(<NumberCell value={5} unit="count" direction="neutral" signed />);
    expect(screen.getByText('+5')).toHaveAttribute('class', '');
    rerender(<NumberCell value={-5} unit="count" direction="neutral" signed />);
    expect(screen.getByText('-5')).toHaveAttribute('class', '');
  });

  it('shows a negative difference in red if more is better', () => {
    const { rerender } = render(<NumberCell value={-5} unit="yen" direction="up" signed />);
    expect(screen.getByText('-5円')).toHaveClass('ic-error');
    rerender(<NumberCell value={-5} unit="yen" direction="down" signed />);
    expect(screen.getByText('-5円')).toHaveAttribute('class', '');
  });

  it('shows a difference of rates in points', () => {
    render(<NumberCell value={-0.3552} unit="ratio" direction="neutral" signed />);
    expect(screen.getByText('-35.52pt')).toBeInTheDocument();
  });

  it('states whether a change is good', () => {
    render(<NumberCell value={80} previous={100} unit="yen" direction="down" />);
    expect(screen.getByText('-20.0%（改善）')).toBeInTheDocument();
  });

  it('judges no change that rests on few events', () => {
    render(<NumberCell value={4} previous={2} unit="count" direction="up" few />);
    const label = screen.getByText('+100.0%（件数が少ないため参考）');
    expect(label.parentElement).toHaveClass('ic-muted');
  });

  it('shows a change of a rate in points', () => {
    render(<NumberCell value={0.0619} previous={0.0671} unit="ratio" direction="up" />);
    expect(screen.getByText('-0.52pt（悪化）')).toBeInTheDocument();
  });

  it('shows no change without a previous value', () => {
    const { container } = render(<NumberCell value={80} previous={null} unit="count" direction="up" />);
    expect(container).toHaveTextContent('80-');
    expect(container).not.toHaveTextContent('%');
  });
});
