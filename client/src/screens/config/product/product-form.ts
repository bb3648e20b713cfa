import type { EntityFormDefinition } from '../../../kit/form/form-definition';

export const productForm: EntityFormDefinition = {
  entity: 'product',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [{ name: 'productName', autoFocus: true }, { name: 'productDomain', whole: true }, 'productUrl'],
    },
    {
      key: 'measurement',
      title: (t) => t('settings.section.measurement'),
      items: [
        { name: 'trackingTerm', whole: true },
        { name: 'logRetentionMonths', whole: true },
        'excludedIps',
      ],
    },
    {
      key: 'reports',
      title: (t) => t('settings.section.reports'),
      items: [
        { name: 'attributionModel', whole: false },
        { name: 'weekStart', whole: false },
        { name: 'adCostAllocationMode', whole: true },
        { name: 'newExistingSeparation', whole: true },
        {
          name: 'newExistingEvaluation',
          whole: true,
          when: ({ newExistingSeparation }) => newExistingSeparation === true,
        },
      ],
    },
  ],
};

/** Form of a new product. Its tag exists only after saving. */
export const newProductForm: EntityFormDefinition = {
  ...productForm,
  sections: productForm.sections.map((section) =>
    section.key === 'basic' ? { ...section, lead: (t) => t('settings.tags.afterSave') } : section,
  ),
};
