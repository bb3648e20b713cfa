import { Entity, Index } from 'typeorm';
import { CustomMeasureUnit } from '../../shared/catalog';
import { Flag, Int, Ref, Setting, Varchar } from '../db/columns';
import type { SettingValues, SettingDefinition, Wrong } from '../records/setting-definition';

/** A ratio of measures that a user of the company defined. */
@Entity()
@Index('ix_custom_measure_company', ['companyId', 'userId'])
export class CustomMeasure extends Setting {
  @Ref() companyId!: number;

  /** The user who created it. */
  @Ref() userId!: number;
  @Varchar(64) title!: string;

  /** REST names of the summed numerator measures, comma-joined. */
  @Varchar(255) numerators!: string;
  @Varchar(255) denominator!: string;

  /** CustomMeasureUnit. */
  @Int() unit: number = CustomMeasureUnit.RATIO;

  /** Decimal places. */
  @Int() decimals: number = 2;

  /** Whether it appears in the reports of other users of the company too. */
  @Flag() shared: boolean = false;
}

/** Maximum of custom measures per user, and of shared ones per company; each is a column of every report. */
const MAX_MEASURES = 30;

/** Custom measures: each user's own, and those shared in the company. */
export const customMeasures: SettingDefinition<CustomMeasure, SettingValues<'customMeasure'>> = {
  name: 'customMeasure',
  fields: {
    id: 'int',
    title: 'text',
    numerators: 'text',
    denominator: 'text',
    unit: 'int',
    decimals: 'int',
    shared: 'bool',
    editable: 'bool',
    user: 'label?',
  },
  filters: ['id', 'title', 'unit', 'shared'],
  target: CustomMeasure,
  menu: 'custom_measures',
  owner: 'user',
  title: 'title',
  sharedWithAgencies: true,
  list: () => ({ keyword: ['e.title'] }),
  validate: async ({ context: { tx, actor }, current, values }): Promise<Wrong> => {
    const owner = current?.row.userId ?? actor.userId;
    const own = await tx.manager.countBy(CustomMeasure, { companyId: actor.companyId, userId: owner });
    if (!current && own >= MAX_MEASURES)
      return { title: { key: 'tooMany', params: { count: MAX_MEASURES } } };
    if (!values.shared || current?.row.shared) return {};
    const shared = await tx.manager.countBy(CustomMeasure, { companyId: actor.companyId, shared: true });
    return shared >= MAX_MEASURES ? { shared: { key: 'tooMany', params: { count: MAX_MEASURES } } } : {};
  },
};
