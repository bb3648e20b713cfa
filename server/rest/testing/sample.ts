import type { Json } from '../../composition/testing/api-server';
import type { OpenApiClient } from './openapi-client';

/** Returns the id for a field that refers to another setting. */
export type Known = (field: string) => unknown;

const typeOf = (schema: Json): string =>
  Array.isArray(schema.type) ? schema.type.find((type: string) => type !== 'null') : schema.type;

/** Returns a valid value of a schema. */
export function sample(client: OpenApiClient, given: Json, name: string, known: Known): unknown {
  const schema = client.resolve(given);
  const reference = known(name);
  if (reference !== undefined) return reference;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'email') return `someone-${Math.random().toString(36).slice(2)}@example.com`;
  if (schema.examples) return schema.examples[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties as Record<string, Json>).map(([field, own]) => [
          field,
          sample(client, own, field, known),
        ]),
      );
    case 'array':
      return [sample(client, schema.items, name, known)];
    case 'string':
      return 'Text of a client'.padEnd(schema.minLength ?? 0, '!').slice(0, schema.maxLength);
    case 'boolean':
      return true;
    default:
      return schema.maximum ?? 1;
  }
}

/** Returns invalid values by field, one per bound of the document. */
export function invalidValues(client: OpenApiClient, body: Json): [field: string, value: unknown][] {
  return Object.entries(body.properties as Record<string, Json>).flatMap(
    ([field, own]): [string, unknown][] => {
      const schema = client.resolve(own);
      const type = typeOf(schema);
      return [
        ...(schema.maxLength ? [[field, 'x'.repeat(schema.maxLength + 1)] as [string, unknown]] : []),
        ...(schema.minLength ? [[field, 'x'.repeat(schema.minLength - 1)] as [string, unknown]] : []),
        ...(schema.minimum === undefined ? [] : [[field, schema.minimum - 1] as [string, unknown]]),
        ...(schema.maximum === undefined ? [] : [[field, schema.maximum + 1] as [string, unknown]]),
        ...(schema.maxItems
          ? [[field, Array.from({ length: schema.maxItems + 1 }, () => ({}))] as [string, unknown]]
          : []),
        ...(schema.enum ? [[field, 99] as [string, unknown]] : []),
        ...(schema.pattern ? [[field, 'some day'] as [string, unknown]] : []),
        ...(schema.format === 'email' ? [[field, 'nobody'] as [string, unknown]] : []),
        ...((body.required ?? []).includes(field)
          ? ([
              [field, null],
              [field, undefined],
            ] as [string, unknown][])
          : []),
        ...(type === 'boolean' ? [[field, 'perhaps'] as [string, unknown]] : []),
        ...(type === 'integer' && field !== 'product_id' ? [[field, 1.5] as [string, unknown]] : []),
      ];
    },
  );
}

/** Field types of the specification: text, number, boolean, time, day; `?` is nullable. */
export type Kind =
  's' | 'n' | 'b' | 't' | 'd' | 's?' | 'n?' | 'b?' | 't?' | 'd?' | 'fees' | 'lpo' | 'ids' | 'texts';

const TIME = /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/;
export const is: Readonly<Record<string, (value: Json) => boolean>> = {
  s: (value) => typeof value === 'string',
  n: (value) => typeof value === 'number',
  b: (value) => typeof value === 'boolean',
  texts: (value) => typeof value === 'object' && !Array.isArray(value),
  t: (value) => typeof value === 'string' && TIME.test(value),
  d: (value) => typeof value === 'string' && /^\d{4}\/\d{2}\/\d{2}$/.test(value),
  fees: (value) =>
    Array.isArray(value) &&
    value.every(
      (fee) =>
        Object.keys(fee).sort().join() === 'amount,period_from,period_to' && typeof fee.amount === 'number',
    ),
  lpo: (value) =>
    Array.isArray(value) &&
    value.every(
      (entry) => Object.keys(entry).sort().join() === 'id,rate,title,url' && Number.isInteger(entry.rate),
    ),
  ids: (value) => Array.isArray(value) && value.every(Number.isInteger),
};

const kinds = (text: string): Record<string, Kind> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, Kind]),
  );
const pairs = (names: string[]): string => names.map((name) => `${name}_flag:b ${name}:s?`).join(' ');
const RESULT = `result_flag:n result_method:n? cv_tag:s? webhook_url:s? performance_cv_flag:b auto_approval:b approval_unapproved:s? approval_approved:s?
  approval_rejected:s? approval_amount_flag:b approval_amount:n? args_flag:b args:s? exclude_duplicate_ips_flag:b exclude_duplicate_ips:n?
  exclude_duplicate_args_flag:b exclude_duplicate_args:s? ad_fee_setting:fees`;
const META = 'created_at:t updated_at:t version:n';

/** Labels, links, lists, times and company fields: derived values. */
export const derivedFields =
  /^(product|agency|asp|ad|ad_category|ad_type\d|company|company_id|direct_link|submittion_url|redirect_link|tag|lpo|ad_fee_setting|product_ids|.*_at|last_login|version)$/;

interface Golden {
  readonly path: string;
  readonly fields: Record<string, Kind>;
  /** Fields that only the response for one row has. */
  readonly alone?: readonly string[];
  /** Whether its rows belong to products. */
  readonly ofProduct?: boolean;
  /** Methods of the collection and of one entity. */
  readonly verbs: readonly [collection: string, entity: string];
  readonly sort: string;
}

export const golden: readonly Golden[] = [
  {
    path: '/ads',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'ad_name',
    fields:
      kinds(`id:n ad_id:n product_id:n product:s ad_name:s ad_post_url:s? ad_description:s? agency_id:n? agency:s? asp_id:n? asp:s? ad_category_id:n? ad_category:s?
      ad_type1_id:n? ad_type1:s? ad_type2_id:n? ad_type2:s? ad_type3_id:n? ad_type3:s? period_from:d? period_to:d? redirect_url:s? redirect_flag:b
      direct_link:s? submittion_url:s? click_cost:n? cv_cost:n? use_params_individually_setting:b result_notice_individually_setting:b
      auto_approval_individually_setting:b approval_flag:b ${pairs(['a_xclid', 'a_ses', 'a_key1', 'a_key2', 'a_key3'])} ${RESULT} status:b ad_status:b ${META}`),
  },
  {
    path: '/asps',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'asp_name',
    fields:
      kinds(`id:n asp_id:n product_id:n product:s asp_name:s company_name:s? phone_number:s? address:s? description:s? measurement_tag:s?
      postback_paused:b postback_at_once:n? postback_per_second:n?
      ${pairs(['xclid', 'media_session', 'media_management1', 'media_management2', 'media_management3'])} ${RESULT} status:b ${META}`),
  },
  {
    path: '/redirects',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'redirect_url',
    fields: kinds(
      `id:n redirect_id:n product_id:n product:s ad_id:n ad:s redirect_url:s redirect_link:s submittion_url:s lpo_flag:b dynamic_lpurl:b lpo:lpo ${META}`,
    ),
  },
  {
    path: '/cv_settings',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'title',
    fields: kinds(
      `id:n cv_setting_id:n product_id:n product:s title:s cv_type:n type:n cv_slot:n cv_condition:n referrer_url:s? cv_url:s? result_flag:b order_key:s? cv_tag:s ${META}`,
    ),
  },
  {
    path: '/domains',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'sender_name',
    fields: kinds(`id:n product_id:n product:s sender_name:s sender_domain:s ${META}`),
  },
  {
    path: '/ad_categories',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'title',
    fields: kinds(`id:n product_id:n product:s title:s ${META}`),
  },
  {
    path: '/ad_types',
    ofProduct: true,
    verbs: ['GET POST', 'GET PUT PATCH DELETE'],
    sort: 'title',
    fields: kinds(`id:n product_id:n product:s sequence:n title:s ${META}`),
  },
  {
    path: '/agencies',
    verbs: ['GET POST', 'GET PATCH DELETE'],
    sort: 'agency_name',
    fields: kinds(`id:n agency_id:n company_id:n agency_name:s agency_desc:s? ${META}`),
  },
  {
    path: '/users',
    verbs: ['GET POST', 'GET PATCH DELETE'],
    sort: 'user_name',
    fields: kinds(
      `id:n user_id:n user_name:s email:s role_type:n status:b company_id:n company:s agency_id:n? agency:s? product_ids:ids last_login:t? invited_until:t? second_factor_since:t? ${META}`,
    ),
  },
  {
    path: '/companies',
    verbs: ['GET', 'GET PUT PATCH'],
    sort: 'div_name',
    fields: kinds(
      `id:n company_id:n div_name:s pic_name:s? pic_email:s? login_allowed_ips:s? tel:s? address:s? status:b ${META}`,
    ),
  },
  {
    path: '/products',
    verbs: ['GET', 'GET PUT PATCH'],
    sort: 'product_name',
    fields:
      kinds(`id:n product_id:n company_id:n product_name:s product_domain:s? product_url:s? tracking_term:n log_retention_months:n? excluded_ips:s? tracker_host:s? measured_hosts_only:b more_hosts:s? people_user_agents:s? robot_user_agents:s? sharing_allowed:b week_start:n attribution_model:n
      ad_cost_allocation_mode:n new_existing_separation:b new_existing_evaluation:n tag:s ${META}`),
  },
];

/** Logs are read-only; events have their own ids. */
export const logs: readonly Pick<Golden, 'path' | 'fields' | 'alone'>[] = [
  ...['/logs/interactions', '/logs/ads'].map((path) => ({
    path,
    fields:
      kinds(`id:s interaction_id:s product_id:n product:s created_at:t visitor_id:s reference_id:s? access_id:s? ad_id:n ad:s redirect_id:n? lpo_title:s? device:s params:s?
      a_xclid:s? click_ids:texts a_ses:s? a_key1:s? a_key2:s? a_key3:s? cost:n cost_given:b performance_cv_flag:b tracking_term:n first_touch:b landing_url:s? referrer:s? ip_address:s? ua:s? excluded_reason:s?
      door:s stored_at:t`),
  })),
  {
    path: '/logs/references',
    fields: kinds(
      'id:s reference_id:s product_id:n product:s visitor_id:s first_reference_time:t interaction_id:s ad_id:n ad:s media_session_id:s? click_cost:n redirect_id:n? lpo_title:s? device:s tracking_term:n',
    ),
  },
  {
    path: '/logs/accesses',
    fields:
      kinds(`id:s access_id:s product_id:n product:s visitor_id:s ip_address:s? access_url:s title:s? query:s? referrer:s? ua:s? os:s? os_ver:s? browser:s? browser_ver:s?
      device:s access_time:t interaction_id:s? ad_id:n? ad:s? redirect_id:n? lpo_title:s? excluded_reason:s? door:s stored_at:t`),
  },
  {
    path: '/logs/conversions',
    fields:
      kinds(`id:s conversion_id:s event_id:s product_id:n product:s cv_time:t cv_type:n cv_slot:n cv_setting_id:n cv_setting:s visitor_id:s user_id:s? amount:n amount_text:s? amount_current:n cancelled:b args:s? other_key1:s? other_key2:s?
      other_key3:s? last_cv_ad_id:n? last_cv_ad:s? last_cv_ad_name:s? last_cv_interaction_id:s? performance_cv_ad_id:n? performance_cv_ad:s? performance_cv_ad_name:s?
      performance_cv_interaction_id:s? repeat:b device:s url:s? referrer:s? tracking_term:n ip_address:s? ua:s? excluded_reason:s? duplicate_of:s? door:s stored_at:t figure_part:n?`),
    alone: ['path', 'touches', 'latency', 'amendments'],
  },
  {
    path: '/logs/results',
    fields:
      kinds(`id:s result_id:s product_id:n product:s conversion_id:s cv_setting_id:n cv_time:t ad_id:n ad:s asp_id:n? asp:s? result_type:n result_method:n? interaction_id:s interaction_number:n
      device:s approval_status:n approval_amount_result:n approval_args_result:n exclude_duplicate_ips_result:n exclude_duplicate_args_result:n cv_cost:n a_xclid:s? visitor_id:s? user_id:s? amount:n? excluded_reason:s? args:s? other_key1:s? other_key2:s? other_key3:s? ip_address:s? created_at:t updated_at:t version:n`),
    alone: ['history', 'notifications'],
  },
  ...['/logs/result_queue', '/auth/log/resultQueue'].map((path) => ({
    path,
    fields: kinds(
      `id:s result_queue_item_id:s product_id:n product:s result_id:s? ad_id:n? ad:s? asp_id:n? asp:s? kind:s approval_status:n? url:s? result_status:b? state:s attempts:n reason:s? next_at:t? executed_at:t? created_at:t`,
    ),
    alone: ['attempt_log'],
  })),
  {
    path: '/logs/conversionSends',
    fields: kinds(
      `id:s conversion_send_id:s product_id:n product:s sender_id:n sender:s? platform:s conversion_id:s cv_setting_id:n cv_setting:s? ad_id:n? ad:s? transaction_id:s? value:n? state:s reason:s? retraction:s? attempts:n next_at:t? sent_at:t? created_at:t`,
    ),
    alone: ['attempt_log'],
  },
  {
    path: '/logs/refused_events',
    fields: kinds(
      'id:s refused_event_id:s product_id:n product:s refused_at:t door:s reason:s content:s? ip_address:s?',
    ),
  },
];
