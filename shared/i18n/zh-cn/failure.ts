import type { failure as ja } from '../ja/failure';
import type { Texts } from '../texts';

export const failure: Texts<typeof ja> = {
  missing: '未找到',
  unreachable: '无法连接服务器，请检查网络后重试。',
  codeLost: '所需程序未能加载，无法打开。请检查网络，如有未保存的内容请先保存，然后重新加载页面。',
  serverFailed: '服务器发生错误（{{status}}），请稍后重试。',
  inputKept: {
    unreachable: '无法连接服务器。输入内容仍保留，请检查网络后重试。',
    serverFailed: '服务器发生错误（{{status}}）。输入内容仍保留，请稍后重试。',
  },
};
