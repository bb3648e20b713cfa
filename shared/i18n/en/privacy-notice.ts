import type { privacyNotice as ja } from '../ja/privacy-notice';
import type { Texts } from '../texts';

/** The notice of a site about data that its visitors’ browsers send to others. */
export const privacyNotice: Texts<typeof ja> = {
  title: 'Information that this site sends to others',
  lead: 'While you visit this site, your browser sends information to the following recipients.',
  head: {
    recipient: 'Recipient',
    hosts: 'Domains',
    items: 'What is sent',
    purpose: 'Purpose',
  },
  items: {
    page: 'address of the page viewed',
    referrer: 'address of the page before',
    title: 'title of the page',
    visitorId: 'an id of the browser (kept in a cookie and web storage)',
    interactionId: 'an id of the contact with an ad',
    time: 'time of the view or action',
    conversion: 'kind of conversion (purchase, application), arguments such as an order number, and amount',
    siteValues: 'values that the site gives, such as a customer id',
    address: 'IP address, browser and device (user agent)',
    clickId: 'click id of the ad',
    mediaKeys: 'the medium’s own parameters',
    order: 'arguments such as an order number, and other keys',
    customerId: 'customer id',
    amount: 'amount',
    result: 'ids of result and conversion, time, ad id, approval state',
    cookies: 'cookies that the recipient keeps on its own domain',
  },
  purposes: {
    own_tag: 'Measuring the effect of ads, analysing the way to a purchase or application',
    measurement_tag: 'Measuring visits from ads (confirming results, measuring the effect of ads)',
    cv_tag: 'Confirming purchases and applications that ads brought, computing commissions',
  },
  noHost: '(the tag names no domain)',
  check:
    'Made from the settings of the measuring tags in place. What programs that these tags load send in turn is to be checked with each recipient. Where your site lets visitors withdraw consent to measuring, add how. This is no promise that legal requirements are met.',
  self: '{{company}} (measuring of ads)',
};
