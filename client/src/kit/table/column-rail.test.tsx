import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import { ColumnRail } from './column-rail';

const COLUMNS = [100, 100, 100, 100];

describe('the rail at the edge of a table', () => {
  it('counts the columns beyond the edge, scrolls to them, and goes at the end', async () => {
    const box = document.createElement('div');
    const scrolls: unknown[] = [];
    box.scrollTo = (options?: unknown) => void scrolls.push(options);
    await renderPage(
      <ColumnRail box={{ current: box }} size={{ width: 400, height: 300 }} left={100} columns={COLUMNS} />,
    );
    const rail = screen.getByRole('button', { name: 'あと2列' });
    expect(rail).toHaveTextContent('あと2列');
    expect(rail.style.width).toBe('100px');
    fireEvent.click(rail);
    expect(scrolls).toMatchObject([{ left: 200 }]);
    box.scrollLeft = 100;
    act(() => void box.dispatchEvent(new Event('scroll')));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
