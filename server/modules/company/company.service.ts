import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { oneOf } from '../../crud/condition';
import type { Database } from '../../db/database';
import { Company } from './company.entity';

/** The actor's own company; others don't exist for them. */
export const companyService = (db: Database): ListService =>
  new ListService(db, () =>
    settingSpec(db, Company, {
      menu: 'companies',
      guard: (actor) => [oneOf('e.id', [actor.companyId])],
      keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'],
    }),
  );
