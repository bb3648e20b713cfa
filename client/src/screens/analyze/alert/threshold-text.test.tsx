import { renderPage } from '../../../../test/render';
import { ThresholdText } from './index';

it.each([
  ['cpa', 12000, '12,000円'],
  ['roas', '250', '250.00%'],
  ['cpa', '１２，０００', '12,000円'],
  ['cpa', '', ''],
  ['cpa', '一万', ''],
  ['cv_total_final', 5, '5'],
  ['cpa', null, ''],
  ['nothing', 5, ''],
  [undefined, 5, ''],
])('interprets a threshold of %s of %s as %j', async (measure, threshold, text) => {
  const { container } = await renderPage(<ThresholdText measure={measure} threshold={threshold} />);
  expect(container).toHaveTextContent(new RegExp(`^${text}$`));
});
