import { ResultMethod } from '../../../shared/catalog';
import type { Asp } from '../../settings/asp/asp.entity';

/** Postback settings of the demo's ad networks, by name. Their hosts are reserved names. */
export const NETWORKS: Readonly<Record<string, Partial<Asp>>> = {
  アフィリンク: {
    resultFlag: 1,
    resultMethod: ResultMethod.WEBHOOK_URL,
    webhookUrl:
      'https://postback.affilink.example/cv?click={xclid}&id={result_id}&amount={amount}&status={status}',
    approvalUnapproved: '未確定',
    approvalApproved: '確定',
    approvalRejected: 'キャンセル',
  },
  ポイントの森: {
    resultFlag: 1,
    resultMethod: ResultMethod.WEBHOOK_URL,
    webhookUrl: 'https://notify.pointnomori.example/?cid={xclid}&cv={conversion_id}&s={status}',
  },
};

/** Demo network that has been unreachable for some days. */
export const NETWORK_DOWN = 'ポイントの森';
