import { settingDefinitions, type SettingName, type Field } from '../../shared/settings';
import type { RestClient } from './rest';

/** Short enough for every text field; `onerror` is what lists are searched for. */
export const PAYLOAD = '"><img src=x onerror=ran=1>{{7*7}}';
const SCRIPT = '"><script>ran=1</script><img src=x onerror=ran=1>';
const ADDRESS = 'https://evil.example/"><svg/onload=ran=1>?x=\'><img/src/onerror=ran=1>';

/** What each kind of field takes of it; kinds that take no text at all are absent. */
const TEXTS: Partial<Record<Field['kind'], string>> = {
  text: PAYLOAD,
  long_text: `${PAYLOAD}\n${SCRIPT}`,
  template: SCRIPT,
  url: ADDRESS,
};

/** The payload in every field of an entity that takes text, entries of lists included. */
const hostileFields = (fields: Readonly<Record<string, Field>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, entry }]): [string, unknown][] => {
      if (entry) {
        const texts = hostileFields(entry as Readonly<Record<string, Field>>);
        return Object.keys(texts).length > 0 ? [[name, [{ ...texts, rate: 100 }]]] : [];
      }
      const text = TEXTS[kind];
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** What makes the texts take part: parameters taken over, results told, a split that is on. */
const MORE: Partial<Record<SettingName, Record<string, unknown>>> = {
  ad: {
    aXclidFlag: true,
    resultFlag: 1,
    resultMethod: 2,
    useParamsIndividuallySetting: true,
    resultNoticeIndividuallySetting: true,
  },
  asp: { aXclidFlag: true, resultFlag: 1, resultMethod: 1 },
  redirect: { lpoFlag: true },
};

/** The type of GraphQL that an entity is called where that differs. */
const CALLED: Partial<Record<SettingName, string>> = { crossdomain: 'Domain' };

/** Saves the payload in every text field of the first one of every entity, with its history behind it. */
export const saveHostileTexts = async (admin: RestClient): Promise<void> => {
  for (const entity of Object.keys(settingDefinitions) as SettingName[]) {
    const type = CALLED[entity] ?? entity.charAt(0).toUpperCase() + entity.slice(1);
    const input = {
      ...hostileFields(settingDefinitions[entity].fields as Readonly<Record<string, Field>>),
      ...MORE[entity],
    };
    await admin.graphql(`mutation M($input: ${type}Input!) { update${type}(id: 1, input: $input) { id } }`, {
      input,
    });
  }
  await admin.graphql('mutation M($name: String!) { createApiKey(productId: 1, name: $name) { secret } }', {
    name: PAYLOAD,
  });
  await admin.graphql(
    'mutation M($settings: [AnalyzeSettingInput!]!) { updateAnalyzeSettings(settings: $settings) { item } }',
    {
      settings: [1, 2, 3].map((item) => ({
        item,
        title: PAYLOAD,
        columns: ['cpa'],
        axes: ['ad'],
        filters: [{ name: 'ad_ids', values: ['1'] }],
      })),
    },
  );
};
