import type { documents as ja } from '../ja/documents';
import type { Texts } from '../texts';

/** The heading of exported files. */
export const documents: Texts<typeof ja> = {
  product: '产品',
  compared: '对比期间',
  filters: '筛选',
  keyword: '关键词',
  writtenAt: '导出时间',
};
