import { useTranslation } from 'react-i18next';
import {
  POSTBACK_NAMES,
  POSTBACK_WORDS,
  postbackFieldNames,
  reportedStatuses,
} from '../../../../../shared/catalog/postback-source';
import { recordOf } from '../../../../../shared/records';
import { postbackSourceFields } from '../../../../../shared/settings';
import {
  useCreatePostbackSourceMutation,
  useDeletePostbackSourceMutation,
  usePostbackSourcesQuery,
} from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import type { FormDefinition } from '../../../kit/form/form-definition';
import { useSession } from '../../../session/session-context';
import { SecretPanel } from '../../../kit/setting/secret-panel';

const sourceForm: FormDefinition = {
  entity: 'postbackSource',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [{ name: 'name', autoFocus: true }, 'cvSettingId'],
    },
    {
      key: 'names',
      title: (t) => t('settings.sources.names'),
      lead: (t) => t('settings.sources.namesLead'),
      items: postbackFieldNames,
    },
    {
      key: 'words',
      title: (t) => t('settings.sources.words'),
      lead: (t) => t('settings.sources.wordsLead'),
      items: reportedStatuses,
    },
  ],
};

type Values = Readonly<Record<string, unknown>>;

/** Example query with the parameter names that the form shows. */
function exampleQuery(values: Values): string {
  const nameOf = (field: keyof typeof POSTBACK_NAMES): string =>
    String(values[field] || POSTBACK_NAMES[field]).split(',')[0] ?? '';
  return `?${nameOf('order')}=A1001&${nameOf('amount')}=5000&${nameOf('clickId')}=CLICK_ID`;
}

/** Sources of incoming postbacks of a product: create, show the URL once, revoke. */
export function PostbackSources({ productId, mayEdit }: { productId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { selections } = useSession();
  const { data, error, refetch } = usePostbackSourcesQuery({ variables: { productId } });
  const [create] = useCreatePostbackSourceMutation();
  const [remove] = useDeletePostbackSourceMutation();

  async function createSource(values: Values) {
    const textOf = (field: string): string | null => {
      const value = values[field];
      return typeof value === 'string' ? value : null;
    };
    const { data: created } = await create({
      variables: {
        productId,
        name: String(values.name),
        cvSettingId: typeof values.cvSettingId === 'number' ? values.cvSettingId : null,
        names: recordOf(postbackFieldNames, textOf),
        statusWords: recordOf(reportedStatuses, textOf),
      },
    });
    const url = created?.createPostbackSource.url;
    return url ? { url, example: url + exampleQuery(values) } : undefined;
  }

  return (
    <SecretPanel
      kind="sources"
      secrets={data?.postbackSources}
      error={error}
      refetch={refetch}
      mayEdit={mayEdit}
      facts={({ cvSettingId }) => [
        selections.cvSetting.find(({ id }) => id === cvSettingId)?.label ?? `#${cvSettingId}`,
      ]}
      revoke={({ id }) => remove({ variables: { productId, id } })}
      definition={sourceForm}
      fields={postbackSourceFields}
      initial={{ ...POSTBACK_NAMES, ...POSTBACK_WORDS }}
      create={createSource}
    >
      {({ url, example }) => (
        <>
          <CodeLine label={t('settings.sources.url')} text={url} primary />
          <CodeLine label={t('settings.sources.example')} text={example} />
          <CodeLine
            label={t('settings.sources.pixel')}
            text={`<img src="${example.replaceAll('&', '&amp;')}" width="1" height="1" alt="">`}
          />
        </>
      )}
    </SecretPanel>
  );
}
