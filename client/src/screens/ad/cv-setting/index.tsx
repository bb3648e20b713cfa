import { CvCondition, CvType } from '../../../../../shared/catalog';
import {
  useCreateCvSettingMutation,
  useCvSettingQuery,
  useCvSettingsQuery,
  useDeleteCvSettingMutation,
  useUpdateCvSettingMutation,
  type CvSettingFieldsFragment,
  type CvSettingsQuery,
} from '../../../generated/graphql';
import type { FormValues } from '../../../kit/form/values';
import { columnsOf } from '../../../kit/list/columns';
import { useFilterChoices, type FilterSpec } from '../../../kit/list/filters';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { ResourceList } from '../../../kit/resource/resource-list';
import { ResourcePage } from '../../../kit/resource/resource-page';
import { oneSource, remover, saver } from '../../../kit/resource/sources';
import { CvSnippets } from './cv-snippets';

type Row = CvSettingsQuery['cvSettings']['results'][number];
const column = columnsOf<Row>('cvSetting');

const FILTERS: readonly FilterSpec[] = [
  { name: 'cvType', enumeration: 'CvType' },
  { name: 'cvCondition', enumeration: 'CvCondition' },
];
const byUrl = ({ cvCondition }: FormValues): boolean => cvCondition !== CvCondition.BUTTON_CLICK;
const byReferrer = ({ cvCondition }: FormValues): boolean => cvCondition === CvCondition.URL_REFERRER;

const cvSetting: Resource<Row, CvSettingFieldsFragment> = {
  key: 'cv_setting',
  path: '/ad/cv-setting',
  right: 'cv_settings',
  perProduct: true,
  opens: 'dialog',
  dependents: 'CV_SETTING',
  restPath: '/api/v1/cv_settings',
  nameOf: ({ title }) => title,
  preset: () => ({ cvType: CvType.LAST_CV }),
  form: {
    entity: 'cvSetting',
    sections: [
      {
        key: 'basic',
        title: (t) => t('settings.section.basic'),
        items: [
          { name: 'title', autoFocus: true },
          'cvType',
          'cvSlot',
          { name: 'resultFlag', whole: true, when: ({ cvType }) => cvType === CvType.MIDDLE_CV },
        ],
      },
      {
        key: 'condition',
        title: (t) => t('settings.section.condition'),
        items: [
          { name: 'cvCondition', whole: true },
          { name: 'cvUrl', when: byUrl, required: byUrl },
          { name: 'referrerUrl', when: byReferrer, required: byReferrer },
          'cvTag',
        ],
      },
    ],
  },
  columns: [
    column.id(),
    column.name('title'),
    column.choice('cvType', 'CvType', { width: 110 }),
    column.number('cvSlot', { width: 72 }),
    column.choice('cvCondition', 'CvCondition'),
    column.text('cvUrl', { width: 280 }),
    column.text('referrerUrl', { width: 240, hidden: true }),
    column.flag('resultFlag', { width: 200, hidden: true }),
    column.copy('cvTag', { width: 240 }),
    column.time('updatedAt', { hidden: true }),
  ],
  useFilters: () => useFilterChoices('cvSetting', FILTERS),
  useRows: listSource(useCvSettingsQuery, 'cvSettings', (variables, productId) => ({ ...variables, productId })),
  useOne: oneSource(useCvSettingQuery, 'cvSetting'),
  useSave: saver(
    useCreateCvSettingMutation,
    ({ createCvSetting }) => createCvSetting,
    useUpdateCvSettingMutation,
    ({ updateCvSetting }) => updateCvSetting,
    { perProduct: true },
  ),
  useRemove: remover(useDeleteCvSettingMutation),
  nextStep: (one) => <CvSnippets one={one} />,
  belowForm: (one) => <CvSnippets one={one} />,
};

/** What counts as a conversion. */
export const CvSetting = () => <ResourceList resource={cvSetting} />;
export const CvSettingDetail = () => <ResourcePage resource={cvSetting} />;
