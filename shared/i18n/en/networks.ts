import type { networks as ja } from '../ja/networks';
import type { Texts } from '../texts';

/** What the console says of templates of ad networks and media. */
export const networks: Texts<typeof ja> = {
  title: 'Fill in from a network template',
  placeholder: 'Search networks and media',
  hint: 'Fills in the parameters and the notification from published specifications. Nothing is stored until you save.',
  none: 'No such template. The list holds only what could be read in public documents.',
  kind: { asp: 'Affiliate networks and systems', medium: 'Ad media' },
  filled: 'Filled in from the template of {{name}}',
  same: 'The form is already as the template of {{name}}',
  undo: 'Undo',
  changed: 'Fields that changed',
  toDo: 'Still to be done',
  replace: 'In the postback URL, replace {{part}} by {{meaning}}.',
  enter: 'Enter what follows the “?” of the posting URL ({{parameters}}) in the field “{{place}}” of {{name}}.',
  part: {
    TRACKING_DOMAIN: 'the tracking domain that the network gave you',
    PROGRAM_ID: 'the program id that A8.net issued (15 characters)',
    ITEM_CODE: 'a code of the item (letters and digits, at most 50)',
    OFFER_ID: 'the id of the offer',
    NETWORK_ID: 'the id of the network (nid)',
    EVENT_NAME: 'the name of the event as set at the medium',
    CONVERSION_TYPE: 'the number of the conversion type',
    ACCOUNT_NAME: 'the name of the ad account',
  },
  step: {
    askParameterName: '{{name}} appends the click id by itself as “{{parameter}}”. Ask your contact at {{name}} to name it “a_xclid” instead.',
    askMacro: 'Ask your contact at {{name}} to set the parameter of the click id on the posting URL.',
    askUrl: 'The URL that takes results differs by advertiser. Get it from your contact at {{name}} and enter it as the postback URL, with {xclid} where the click id belongs.',
    ownInterface: '{{name}} takes results by interfaces of its own (such as a conversions API), so the fields of notification are unchanged. The click id is kept with each contact.',
  },
  stateless: 'This postback URL has no {status}. A change of approval by hand is sent to the same URL as well: make sure that the network does not count it twice.',
  sources: 'Sources (read on {{day}})',
  others: 'by others',
};
