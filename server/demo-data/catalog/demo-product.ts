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

/** Devices of an ad's audience, as weights of pc, smartphone, tablet, no user agent. */
export const AUDIENCES = {
  phone: [12, 82, 5, 1],
  mixed: [38, 54, 7, 1],
  desk: [74, 20, 5, 1],
} as const satisfies Record<string, readonly [number, number, number, number]>;

/** Popularity by calendar month (January first). */
export const SEASONS = {
  /** Gifts: bonus seasons and May. */
  gift: [0.8, 0.7, 0.9, 0.9, 1.2, 1.3, 1.2, 0.8, 0.8, 0.9, 1.2, 1.6],
  summer: [0.6, 0.6, 0.8, 1, 1.2, 1.5, 1.7, 1.5, 1, 0.8, 0.7, 0.6],
  winter: [1.4, 1.3, 1.1, 0.9, 0.8, 0.7, 0.6, 0.7, 0.9, 1.1, 1.4, 1.5],
  /** The Japanese business year: March and September. */
  business: [1, 1.1, 1.5, 1.2, 0.8, 0.9, 0.9, 0.7, 1.3, 1, 1, 0.8],
} as const satisfies Record<string, readonly number[]>;

/** Ad of the demo, with the terms of its settings. */
export interface DemoAd {
  name: string;
  asp: string;
  category: string;
  /** Titles of type 1 (appeal), 2 (audience), 3 (format). */
  types: readonly [string, string, string];
  agency?: string;
  /** Share of the product's clicks, in any unit. */
  weight: number;
  /** Above 1: starts journeys; below 1: ends them. */
  opener: number;
  /** Conversion rate relative to the product's. */
  conversion: number;
  audience: keyof typeof AUDIENCES;
  season?: keyof typeof SEASONS;
  /** Yen. */
  clickCost: number;
  cvCost: number;
  /** Amount from which results are approved automatically; lower ones are rejected. */
  approvedFrom?: number;
  performance?: boolean;
  /**
   * LPO variants of its redirect: title, deliver ratio, conversion rate relative to the ad's, and the actual
   * ratio if it differs.
   */
  variants?: readonly (readonly [title: string, rate: number, conversion: number, delivered?: number])[];
}

/** Product of the demo with everything below it. */
export interface DemoProduct {
  name: string;
  separation: boolean;
  evaluation: 1 | 2 | 3;
  model: 1 | 2 | 3 | 4 | 5;
  asps: readonly string[];
  categories: readonly string[];
  types: readonly [readonly string[], readonly string[], readonly string[]];
  /**
   * Title, page of the demo site that triggers it (null: a button), relative frequency, mean and deviation of
   * the amount's logarithm.
   */
  last: readonly DemoCv[];
  middle: readonly DemoCv[];
  /** Whether it owns the shop of the demo site. */
  shop?: true;
  ads: readonly DemoAd[];
  crossdomains: readonly (readonly [name: string, domain: string])[];
  clicks: number;
  conversionRate: number;
  season: readonly number[];
  growth: number;
}

export interface DemoCv {
  title: string;
  /** Page that triggers it; null: a click on a marked button. */
  page: string | null;
  weight: number;
  amount: { mu: number; sigma: number } | null;
}
