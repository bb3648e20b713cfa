import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { Link } from 'react-router-dom';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import {
  type ProductFieldsFragment,
  useCreateProductMutation,
  useProductQuery,
  useUpdateProductMutation,
  useTransmissionNoticeQuery,
} from '../../../generated/graphql';
import { CodeLine, CopyButton } from '../../../kit/copy-button';
import { Page, Panel, PanelRow, PanelRows } from '../../../kit/page';
import { HistoryButton } from '../../../kit/setting/history-button';
import { LoadState } from '../../../kit/setting/load-state';
import type { SettingForm } from '../../../kit/setting/setting';
import { SettingDialog } from '../../../kit/setting/setting-dialog';
import { SingleForm } from '../../../kit/setting/single-form';
import { createSave, recordSource } from '../../../kit/setting/sources';
import { useRight } from '../../../session/rights';
import { useProductId, useSession } from '../../../session/session-context';
import { ApiKeys } from './api-keys';
import { PostbackSources } from './postback-sources';
import { SeenPanels } from './seen';
import { FORM_PLACE, TAG_PLACE, SetupStatus } from './setup-status';
import { TrackerCheck } from './tracker-check';
import type { EntityFormDefinition } from '../../../kit/form/form-definition';
import { StateNote } from '../../../kit/states';
import { currentLanguage } from '../../../i18n/i18n';
import styles from './product.module.css';

/** Languages of the notice, each in its own name. */
const LANGUAGES = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '中文' },
];

/** Privacy notice for the site: describes the data that visitors' browsers send, for copying. */
function PrivacyNotice({ productId }: { productId: number }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<string>(currentLanguage());
  const [form, setForm] = useState<'text' | 'html'>('text');
  const [planned, setPlanned] = useState(false);
  const { data, previousData, error, refetch } = useTransmissionNoticeQuery({
    variables: { productId, language, planned },
    fetchPolicy: 'cache-and-network',
  });
  const notice = (data ?? previousData)?.transmissionNotice;
  return (
    <Panel title={t('privacy.transmission.title')} lead={t('privacy.transmission.lead')}>
      {!notice ? (
        <LoadState error={error} retry={() => void refetch()} />
      ) : notice.entries.length === 0 ? (
        <StateNote
          title={t('privacy.transmission.empty')}
          hint={t('privacy.transmission.emptyHint')}
          action={<Button onClick={() => setPlanned(true)}>{t('privacy.transmission.plan')}</Button>}
        />
      ) : (
        <>
          {!notice.installed && <p className="ic-mt-8 ic-caption">{t('privacy.transmission.planned')}</p>}
          <PanelRows>
            {notice.entries.map(({ kind, aspId, recipient, hostNames, purpose }) => (
              <PanelRow
                key={`${kind} ${aspId}`}
                name={recipient}
                facts={[
                  hostNames.length > 0 ? hostNames.join(', ') : t('privacy.transmission.noHost'),
                  purpose,
                ]}
              />
            ))}
          </PanelRows>
          <div className="ic-row ic-wrap ic-gap-8 ic-mt-12 ic-mb-8">
            <Segmented
              aria-label={t('privacy.transmission.language')}
              value={language}
              options={LANGUAGES}
              onChange={setLanguage}
            />
            <Segmented
              aria-label={t('privacy.transmission.form')}
              value={form}
              options={[
                { value: 'text', label: t('privacy.transmission.text') },
                { value: 'html', label: t('privacy.transmission.html') },
              ]}
              onChange={setForm}
            />
            <CopyButton text={notice[form]} label={t('privacy.transmission.copy')} wide />
          </div>
          <textarea
            className={`ic-block ic-wide ic-card ic-p-12-16 ${styles.words}`}
            readOnly
            rows={14}
            aria-label={t('privacy.transmission.copy')}
            lang={notice.language}
            value={notice[form]}
          />
          <p className="ic-mt-8 ic-caption">{notice.note}</p>
        </>
      )}
    </Panel>
  );
}

/** Tells that a domain with `www.` includes the site's other hosts. */
function WwwNote({ domain }: { domain: unknown }) {
  const { t } = useTranslation();
  return typeof domain === 'string' && /^www\./i.test(domain.trim()) ? (
    <p className="ic-mt-4 ic-caption" role="status">
      {t('settings.product.www')}
    </p>
  ) : null;
}

const productForm: EntityFormDefinition = {
  entity: 'product',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [
        { name: 'productName', autoFocus: true },
        {
          name: 'productDomain',
          whole: true,
          after: ({ values }) => <WwwNote domain={values.productDomain} />,
        },
        'productUrl',
      ],
    },
    {
      key: 'measurement',
      title: (t) => t('settings.section.measurement'),
      items: [
        { name: 'trackingTerm', whole: true },
        { name: 'logRetentionMonths', whole: true },
        'trackerHost',
      ],
    },
    {
      key: 'counted',
      title: (t) => t('settings.section.counted'),
      items: [
        'excludedIps',
        { name: 'measuredHostsOnly', whole: true },
        'moreHosts',
        'peopleUserAgents',
        'robotUserAgents',
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
        { name: 'sharingAllowed', whole: true },
      ],
    },
  ],
};

/** Form of a new product. Its tag exists only after saving. */
const newProductForm: EntityFormDefinition = {
  ...productForm,
  sections: productForm.sections.map((section) =>
    section.key === 'basic'
      ? {
          ...section,
          lead: (t) => t('settings.tags.afterSave'),
          items: section.items.map((item) =>
            typeof item === 'object' && item.name === 'productDomain'
              ? { ...item, changed: (domain, form) => form.set('measuredHostsOnly', Boolean(domain)) }
              : item,
          ),
        }
      : section,
  ),
};

const product: SettingForm<ProductFieldsFragment> = {
  key: 'product',
  form: newProductForm,
  useOne: recordSource(useProductQuery),
  useSave: createSave(useCreateProductMutation, useUpdateProductMutation, { perProduct: false }),
  nameOf: ({ productName }) => productName,
  nextStep: (one) => <ProductTag one={one} added />,
};

function ProductTag({ one, added = false }: { one: ProductFieldsFragment; added?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {added && <p>{t('settings.product.added', { name: one.productName })}</p>}
      <CodeLine label={t('settings.tags.install')} text={one.tag} hint={t('settings.tags.installHint')} />
    </>
  );
}

/** Active product: settings, tag, setup status and API keys. */
export function ProductSetting() {
  const { t } = useTranslation();
  const productId = useProductId();
  const { profile } = useSession();
  const mayEdit = useRight('products') === 'edit';
  const keysRight = useRight('api_keys');
  const { one, error, refetch } = product.useOne(productId);
  const save = product.useSave();
  const [adding, setAdding] = useState(false);
  const [savedBelow, setSavedBelow] = useState<ProductFieldsFragment>();
  return (
    <Page
      title={t('settings.product.title')}
      lead={t('settings.product.lead')}
      actions={
        <>
          <HistoryButton of={{ entity: 'product', id: productId }} />
          {profile.roleType === RoleType.ADMIN && (
            <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('settings.product.add')}
            </Button>
          )}
        </>
      }
    >
      {one ? (
        <SingleForm
          key={productId}
          id={FORM_PLACE}
          definition={productForm}
          one={one}
          readOnly={!mayEdit}
          productId={productId}
          save={(current, input) => save(current, input, productId)}
          reload={refetch}
          savedElsewhere={savedBelow}
          below={
            <>
              <Panel id={TAG_PLACE} title={t('settings.product.tagSection')}>
                <ProductTag one={one} />
                {mayEdit && <TrackerCheck product={one} />}
              </Panel>
              <SetupStatus product={one} />
              <SeenPanels product={one} mayEdit={mayEdit} onSaved={setSavedBelow} />
              <PrivacyNotice productId={productId} />
              {profile.roleType === RoleType.ADMIN && (
                <Panel
                  title={t('privacy.erasure.title')}
                  lead={t('privacy.erasure.panelLead')}
                  actions={
                    <Link to="/config/product/erasure">
                      <Button>{t('privacy.erasure.open')}</Button>
                    </Link>
                  }
                >
                  {null}
                </Panel>
              )}
              {keysRight !== 'none' && <ApiKeys product={one} mayEdit={keysRight === 'edit'} />}
              {keysRight !== 'none' && (
                <PostbackSources productId={productId} mayEdit={keysRight === 'edit'} />
              )}
            </>
          }
        />
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
      {adding && (
        <SettingDialog setting={product} mode="add" onResult={({ close }) => close && setAdding(false)} />
      )}
    </Page>
  );
}
