import type { onboarding as ja } from '../ja/onboarding';
import type { Texts } from '../texts';

export const onboarding: Texts<typeof ja> = {
  title: 'Start measuring',
  lead: 'Go from top to bottom. What is done is ticked by itself.',
  progress: '{{done}} of {{count}} done',
  done: 'Done',
  hide: 'Close this guide',
  watching: 'Watching for it to arrive',
  seen: 'Seen at {{time}}',
  complete: 'Measuring is set up. The results are in the reports.',
  toReport: 'Open ad statistics',
  steps: {
    product: {
      title: 'Register the product’s domain',
      what: 'Enter the domain of the advertiser’s site as “{{domain}}” (e.g. shop.example.jp) and its top page as “{{url}}”, then save. In the CV settings, set “{{condition}}” to “{{byUrl}}” and register the page that completes a purchase, and conversions are measured as soon as the tag stands.',
      go: 'Open the product settings',
      also: 'Open the CV settings',
    },
    tag: {
      title: 'Install the tag on the site',
      what: 'Copy the tag below and place it before the closing head of every page. Open such a page once, and this step is ticked.',
      go: 'Open the site to check',
    },
    ad: {
      title: 'Register an ad',
      what: 'Enter “{{name}}” and “{{url}}” (the page that the ad opens), then save. Everything else can wait.',
      go: 'Add an ad',
    },
    click: {
      title: 'The first click',
      what: 'Register the posting URL below with the medium. To try it now, open it.',
      whatNone: 'Once an ad is registered, the posting URL to register with the medium stands here.',
      go: 'Open the posting URL',
    },
    cv: {
      title: 'The first conversion',
      what: 'Set “{{condition}}” to “{{byUrl}}”, register the page after a purchase or application as “{{url}}”, then come in by the ad and go on to that page. The site’s tag follows the setting within five minutes.',
      whatReady: 'A CV setting stands. Come in by the ad and go on to the page that completes the purchase.',
      go: 'Open the CV settings',
    },
    user: {
      title: 'Add a second user',
      what: 'Enter “{{name}}”, “{{email}}” and “{{role}}” of somebody who works with you.',
      go: 'Add a user',
    },
  },
  tag: 'Tag',
  link: 'Posting URL',
};
