import { ResultMethod } from '../../../../shared/catalog';
import type { Asp } from '../../../settings/asp/asp.entity';

/** How ad networks of the demo that earn by results are told of them, by their names. Their hosts are nobody's. */
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

/** A network of the demo that has not answered for some days. */
export const NETWORK_DOWN = 'ポイントの森';
