import { ListService } from '../../records/list.service';
import { defineSettingList } from '../../records/setting-list';
import { visible } from '../../records/visibility';
import type { Database } from '../../db/database';
import { fillFees } from '../ad/ad-fee.service';
import { Asp } from './asp.entity';

/** Creates the list of a product's ad networks. */
export const aspService = (db: Database): ListService =>
  new ListService(db, () =>
    defineSettingList(db, Asp, {
      menu: 'asps',
      guard: (actor, _grant, products) => visible(actor, 'asp', products),
      computed: { adFeeSetting: { needs: ['id'], make: () => [] } },
      keyword: ['e.asp_name', 'e.company_name', 'e.description'],
      complete: async (rows, { requested }) => {
        if (!requested || requested.has('adFeeSetting')) await fillFees(db, 'asp_id', rows);
      },
    }),
  );
