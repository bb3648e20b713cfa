import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { visible } from '../../crud/visibility';
import type { Database } from '../../db/database';
import { Agency } from './agency.entity';

/** Agencies of the company. */
export const agencyService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, Agency, {
      menu: 'agencies',
      guard: (actor) => visible(actor, 'agency'),
      keyword: ['e.agency_name', 'e.agency_desc'],
    }),
  );
