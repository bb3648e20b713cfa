import type { term as ja } from '../ja/term';
import type { Texts } from '../texts';

export const term: Texts<typeof ja> = {
  restCount: 'Values in the rest',
  others: 'Others',
};
