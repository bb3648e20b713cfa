import type { explorer as ja } from '../ja/explorer';
import type { Texts } from '../texts';

export const explorer: Texts<typeof ja> = {
  lead: 'Try the GraphQL API with the rights of your own session.',
  backToConsole: 'Back to the console',
  tokens: {
    title: 'Read tokens',
    lead: 'A personal token that reads only “{{product}}”, as far as your own rights reach. It works over GraphQL and REST from sheets and scripts, and changes nothing.',
    name: 'What it is for',
    example: 'e.g. weekly report sheet',
    nameRequired: 'Say what it is for',
    create: 'Make a token',
    once: 'This token is shown only now. Keep it in a safe place.',
    token: 'Token',
    usage: 'Send it in the Authorization header of a request.',
    none: 'No tokens yet.',
    made: 'made {{time}}',
    used: 'last used {{time}}',
    unused: 'never used',
    revoke: 'Revoke',
    revokeOf: 'Revoke “{{name}}”',
  },
};
