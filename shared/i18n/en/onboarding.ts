import type { onboarding as ja } from '../ja/onboarding';
import type { Texts } from '../texts';

export const onboarding: Texts<typeof ja> = {
  title: 'Start measuring',
  lead: 'Work from top to bottom. Completed steps are checked off automatically.',
  progress: '{{done}} of {{count}} done',
  done: 'Done',
  hide: 'Close this guide',
  watching: 'Waiting for data to arrive',
  seen: 'Seen at {{time}}',
  complete: 'Measurement is set up. See the results in the reports.',
  toReport: 'Open ad statistics',
  steps: {
    product: {
      title: 'Register the product’s domain',
      what: 'Enter the domain of the advertiser’s site as “{{domain}}” (e.g. shop.example.jp) and its top page as “{{url}}”, then save. In the CV settings, set “{{condition}}” to “{{byUrl}}” and register the page that completes a purchase; conversions will be measured as soon as the tag is installed.',
      go: 'Open the product settings',
      also: 'Open the CV settings',
    },
    tag: {
      title: 'Install the tag on the site',
      what: 'Copy the tag below and place it just before </head> on every page. Open one of those pages once and this step is checked off.',
      go: 'Open the site to check',
    },
    ad: {
      title: 'Register an ad',
      what: 'Enter “{{name}}” and “{{url}}” (the page the ad opens), then save. Everything else can wait.',
      go: 'Add an ad',
    },
    click: {
      title: 'The first click',
      what: 'Register the posting URL below with the medium. To try it now, open it.',
      whatNone: 'Once an ad is registered, its posting URL to register with the medium appears here.',
      go: 'Open the posting URL',
    },
    cv: {
      title: 'The first conversion',
      what: 'Set “{{condition}}” to “{{byUrl}}”, register the page after a purchase or application as “{{url}}”, then arrive through the ad and go to that page. The site’s tag picks up the setting within five minutes.',
      whatReady:
        'A CV setting is ready. Arrive through the ad and go to the page that completes the purchase.',
      go: 'Open the CV settings',
    },
    user: {
      title: 'Add a second user',
      what: 'Enter the “{{name}}”, “{{email}}” and “{{role}}” of a colleague.',
      go: 'Add a user',
    },
  },
  tag: 'Tag',
  link: 'Posting URL',
};
