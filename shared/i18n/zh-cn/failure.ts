import type { failure as ja } from '../ja/failure';
import type { Texts } from '../texts';

export const failure: Texts<typeof ja> = {
  missing: '未找到',
  unreachable: '无法连接服务器，请检查网络后重试。',
  serverFailed: '服务器发生错误（{{status}}），请稍后重试。',
  inputKept: {
    unreachable: '无法连接服务器。输入内容仍保留，请检查网络后重试。',
    serverFailed: '服务器发生错误（{{status}}）。输入内容仍保留，请稍后重试。',
  },
};
