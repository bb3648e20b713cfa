import { RoleType } from '../../../shared/catalog';
import { effectiveSettings } from '../../../shared/domain/settings';
import { approvalFields, noticeFields, parameterFields } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import type { Row } from '../../records/list-definition';
import type { ListService } from '../../records/list.service';
import type { Database } from '../../db/database';
import { Asp } from '../asp/asp.entity';
import { fillFees } from './ad-fee.service';

/** Source of values. */
export type Origin = 'ad' | 'asp';

const groups = {
  parameters: { flag: 'useParamsIndividuallySetting', fields: Object.keys(parameterFields) },
  notice: { flag: 'resultNoticeIndividuallySetting', fields: Object.keys(noticeFields) },
  approval: { flag: 'autoApprovalIndividuallySetting', fields: Object.keys(approvalFields) },
} as const;

/** Ad network fields that are hidden from AGENCY users. */
const NETWORKS_OWN = ['cvTag', 'webhookUrl'];

/**
 * Returns the effective result settings of ads: their own if flagged or without an ad network, else the
 * network's.
 */
export class AdResultSettingsService {
  constructor(
    private readonly db: Database,
    private readonly ads: ListService,
  ) {}

  /** Returns the values and the source of each group. @throws NOT_FOUND */
  async get(actor: Actor, adId: number): Promise<Row> {
    const ad = await this.ads.get(actor, adId);
    const asp = ad.aspId === null ? null : await this.aspOf(Number(ad.aspId));
    const result: Row = { adId, aspId: ad.aspId, asp: ad.asp };
    for (const [group, { flag, fields }] of Object.entries(groups)) {
      const source = effectiveSettings(ad, asp, ad[flag]);
      const origin: Origin = source === ad ? 'ad' : 'asp';
      result[`${group}From`] = origin;
      for (const name of fields) {
        const closed = origin === 'asp' && actor.role === RoleType.AGENCY && NETWORKS_OWN.includes(name);
        result[name] = closed ? null : source[name];
      }
    }
    const ownFees: unknown[] = Array.isArray(ad.adFeeSetting) ? ad.adFeeSetting : [];
    result.feesFrom = ownFees.length > 0 || !asp ? 'ad' : 'asp';
    result.adFeeSetting = result.feesFrom === 'ad' ? ownFees : asp?.adFeeSetting;
    return result;
  }

  private async aspOf(id: number): Promise<Row | null> {
    const asp = await this.db.reader.getRepository(Asp).findOneBy({ id });
    if (!asp) return null;
    const row: Row = { ...asp };
    await fillFees(this.db, 'asp_id', [row]);
    return row;
  }
}
