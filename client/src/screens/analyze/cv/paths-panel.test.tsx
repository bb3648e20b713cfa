import { screen } from '@testing-library/react';
import { renderPage } from '../../../../test/render';
import { PathsPanel } from './paths-panel';

it.each([true, false])(
  "says in the console's words that there are no paths (as a flow: %p)",
  async (flow) => {
    const { container } = await renderPage(
      <PathsPanel
        paths={[]}
        pathCount={0}
        stale={false}
        flow={flow}
        compressed
        links={undefined}
        set={() => undefined}
      />,
    );
    expect(
      screen.getByRole('heading', { name: 'この条件に当てはまるデータはありません' }),
    ).toBeInTheDocument();
    expect(container.querySelector('.ant-empty')).not.toBeInTheDocument();
  },
);
