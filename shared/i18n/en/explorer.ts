import type { explorer as ja } from '../ja/explorer';
import type { Texts } from '../texts';

export const explorer: Texts<typeof ja> = {
  lead: 'Try the GraphQL API with the rights of your own session.',
  backToConsole: 'Back to the console',
  examples: {
    adStatistics: 'Ad statistics by ad network',
    attribution: 'Attribution by model',
    conversions: 'Latest conversions and paths',
  },
};
