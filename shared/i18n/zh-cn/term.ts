import type { term as ja } from '../ja/term';
import type { Texts } from '../texts';

export const term: Texts<typeof ja> = {
  restCount: '其他的项数',
  others: '其他',
};
