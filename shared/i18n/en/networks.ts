import type { networks as ja } from '../ja/networks';
import type { Texts } from '../texts';

/** Texts of the network templates. */
export const networks: Texts<typeof ja> = {
  title: 'Fill in from a network template',
  placeholder: 'Search networks and media',
  hint: 'Fills in the parameters and notification settings from published specifications. Nothing is stored until you save.',
  none: 'No matching template. The list includes only networks with publicly documented specifications.',
  kind: { asp: 'Affiliate networks and systems', medium: 'Ad media' },
  filled: 'Filled in from the {{name}} template',
  same: 'The form already matches the {{name}} template',
  undo: 'Undo',
  changed: 'Fields that changed',
  toDo: 'Still to do',
  replace: 'In the postback URL, replace {{part}} with {{meaning}}.',
  enter:
    'Enter everything after the “?” in the posting URL ({{parameters}}) in the “{{place}}” field of {{name}}.',
  part: {
    TRACKING_DOMAIN: 'the tracking domain that the network gave you',
    PROGRAM_ID: 'the program ID issued by A8.net (15 characters)',
    ITEM_CODE: 'the item code (letters and digits, up to 50 characters)',
    OFFER_ID: 'the offer ID',
    NETWORK_ID: 'the network ID (nid)',
    EVENT_NAME: 'the event name set in the medium',
    CONVERSION_TYPE: 'the conversion type number',
    ACCOUNT_NAME: 'the ad account name',
  },
  step: {
    askParameterName:
      '{{name}} appends the click ID automatically as “{{parameter}}”. Ask your representative at {{name}} to name it “a_xclid” instead.',
    askMacro: 'Ask your representative at {{name}} to add the click ID parameter to the posting URL.',
    askUrl:
      'The URL that receives results differs by advertiser. Get it from your representative at {{name}} and enter it as the postback URL, with {xclid} where the click ID belongs.',
    ownInterface:
      '{{name}} receives results through its own interface (such as a conversions API), so the notification fields are unchanged. The click ID is kept with each contact.',
  },
  stateless:
    'This postback URL has no {status}. Manual approval changes are sent to the same URL as well, so make sure the network does not count them twice.',
  sources: 'Sources (read on {{day}})',
  others: 'third party',
};
