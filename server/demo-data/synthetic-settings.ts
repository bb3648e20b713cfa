import type { Tx } from '../db/database';
import { CvCondition, CvType, ResultMethod } from '../../shared/catalog';
import { AdCategory } from '../settings/ad-category';
import { Ad } from '../settings/ad/ad.entity';
import { Agency } from '../settings/agency';
import { Asp } from '../settings/asp/asp.entity';
import { CvSetting } from '../settings/cv-setting';
import { Product } from '../settings/product/product.entity';
import { newLinkCode } from './settings/link-code';
import { newRow } from './settings/new-row';

/** Settings of an empty product; performance measurements refer to these numbers. */
const SYNTHETIC = { ads: 140, asps: 20, agencies: 4, categories: 8 } as const;

const numbered = (word: string, i: number): string => `${word} ${String(i + 1).padStart(3, '0')}`;
const titles = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, i) => numbered(word, i));

/** Synthetic ad network that has been unreachable for some days. */
export const SYNTHETIC_NETWORK_DOWN = numbered('ASP', 5);

/** Returns the postback URL of an ad network, on a reserved host. */
const webhookOf = (aspName: string): string =>
  `https://${aspName.toLowerCase().replace(' ', '-')}.example/cv?click={xclid}&id={result_id}&status={status}`;

const at = <T extends { id: number }>(rows: T[], i: number): number => rows[i % rows.length]!.id;

/** Adds synthetic ads with asps, agencies and categories to a product without ads. */
export const createSyntheticAds = async (
  tx: Tx,
  productId: number,
  adCount: number = SYNTHETIC.ads,
): Promise<void> => {
  const { manager } = tx;
  const { companyId } = await manager.findOneByOrFail(Product, { id: productId });
  const asps = await manager.save(
    titles(SYNTHETIC.asps, 'ASP').map((aspName) => newRow(Asp, { productId, aspName })),
  );
  const agencies = await manager.save(
    titles(SYNTHETIC.agencies, '代理店').map((agencyName) => newRow(Agency, { companyId, agencyName })),
  );
  const categories = await manager.save(
    titles(SYNTHETIC.categories, 'カテゴリ').map((title) => newRow(AdCategory, { productId, title })),
  );
  const ads = titles(adCount, '広告').map((adName, i) =>
    newRow(Ad, {
      productId,
      adName,
      code: newLinkCode(),
      aspId: at(asps, i),
      agencyId: at(agencies, i),
      adCategoryId: at(categories, i),
      clickCost: 20 + ((i * 37) % 180),
      performanceCvFlag: i % 3 === 0,
      resultNoticeIndividuallySetting: true,
      // Every fifth ad has results with postbacks; half of these are approved automatically by amount.
      ...(i % 5 === 0 && {
        resultFlag: 1,
        cvCost: 300 + ((i * 53) % 900),
        resultMethod: ResultMethod.WEBHOOK_URL,
        webhookUrl: webhookOf(asps[i % asps.length]!.aspName),
      }),
      ...(i % 10 === 0 && {
        autoApprovalIndividuallySetting: true,
        autoApproval: true,
        approvalAmountFlag: true,
        approvalAmount: 4000,
      }),
    }),
  );
  await manager.save(ads, { chunk: 100 });
};

/** Ensures that the product has a LAST and a MIDDLE CV setting in slot 1. */
export const ensureCvSettings = async (tx: Tx, productId: number): Promise<void> => {
  for (const [cvType, title] of [
    [CvType.LAST_CV, 'CV'],
    [CvType.MIDDLE_CV, '中間CV'],
  ] as const) {
    if (await tx.manager.existsBy(CvSetting, { productId, cvType })) continue;
    await tx.manager.save(
      newRow(CvSetting, { productId, title, cvType, cvSlot: 1, cvCondition: CvCondition.BUTTON_CLICK }),
    );
  }
};
