import { settingRules, type SettingName, type Field } from '../../shared/settings';
import type { RestClient } from './rest';

/** Short enough for every text field. Lists are searched for `onerror`. */
export const PAYLOAD = '"><img src=x onerror=ran=1>{{7*7}}';
const SCRIPT = '"><script>ran=1</script><img src=x onerror=ran=1>';
const ADDRESS = 'https://evil.example/"><svg/onload=ran=1>?x=\'><img/src/onerror=ran=1>';

/** Payload for each kind of field. Kinds that take no text are absent. */
const TEXTS: Partial<Record<Field['kind'], string>> = {
  text: PAYLOAD,
  long_text: `${PAYLOAD}\n${SCRIPT}`,
  template: SCRIPT,
  url: ADDRESS,
};

/** Puts the payload into every text field of a setting, including list entries. */
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

/** Settings that make the texts take effect: copied parameters, result postbacks, an active split. */
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
  clientReport: { parts: [{ viewId: 1, comment: PAYLOAD }], period: 'd30', every: null },
};

/** GraphQL type of a setting if its name differs. */
const GRAPHQL_TYPES: Partial<Record<SettingName, string>> = { crossdomain: 'Domain' };

/** Settings whose only free text is their title. */
const TITLED: Partial<Record<SettingName, Record<string, unknown>>> = {
  allocationScenario: { productId: 1 },
  savedView: { path: '/analyze/ad-statistics' },
};

/** Saves the payload in every text field of the first row of every setting, which also fills its history. */
export const saveHostileTexts = async (admin: RestClient): Promise<void> => {
  for (const entity of Object.keys(settingRules) as SettingName[]) {
    const type = GRAPHQL_TYPES[entity] ?? entity.charAt(0).toUpperCase() + entity.slice(1);
    if (TITLED[entity]) {
      await admin.graphql(`mutation M($input: ${type}Input!) { create${type}(input: $input) { id } }`, {
        input: { ...TITLED[entity], title: PAYLOAD },
      });
      continue;
    }
    const input = {
      ...hostileFields(settingRules[entity].fields as Readonly<Record<string, Field>>),
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
