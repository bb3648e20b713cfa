import { ListService } from '../../records/list.service';
import { defineSettingList } from '../../records/setting-list';
import { visible } from '../../records/visibility';
import type { Database } from '../../db/database';
import { CvSetting } from './cv-setting.entity';
import { snippet } from './snippet';

/** Creates the list of CV settings. */
export const cvSettingService = (db: Database): ListService =>
  new ListService(db, () => {
    const definition = defineSettingList(db, CvSetting, {
      menu: 'cv_settings',
      guard: (actor, _grant, products) => visible(actor, 'cvSetting', products),
      keyword: ['e.title', 'e.cv_url', 'e.referrer_url'],
    });
    const { cvTag, ...fields } = definition.fields;
    return {
      ...definition,
      fields: { ...fields, ...(cvTag && { ownCvTag: cvTag }) },
      computed: {
        cvTag: { needs: ['id', 'ownCvTag'], make: (row) => row.ownCvTag || snippet(Number(row.id)) },
      },
    };
  });
