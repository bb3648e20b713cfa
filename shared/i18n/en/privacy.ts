import { erasureTexts } from '../erasure';
import type { privacy as ja } from '../ja/privacy';
import type { Texts } from '../texts';

export const privacy: Texts<typeof ja> = {
  erasure: {
    title: 'Personal data erasure',
    lead: 'Erase the data kept about one person, on request. Report figures do not change.',
    panelLead: 'Erases the data kept about one person and keeps a numbered receipt.',
    open: 'Open erasure',
    ofVisitor: 'Erase this visitor’s data',
    ofCustomer: 'Erase this customer’s data',
    by: 'Identified by',
    user: 'Customer ID',
    visitor: 'Visitor ID',
    conversion: 'Conversion ID',
    id: 'ID',
    look: 'Look up',
    userHint: 'All conversions with this customer ID, and all data of the visitors who converted with it.',
    visitorHint: 'All data of this visitor, and of the customers who converted with it.',
    conversionHint:
      'All data of the customer of this conversion (or of the visitor, if there is no customer).',
    found: 'What will be erased',
    nothing: 'No data is kept under this ID',
    nothingHint: 'Check the ID; it is case-sensitive.',
    onlyEarlier: 'This has already been erased, and no new data has arrived since.',
    withdrawn:
      '{{count, number}} {{count, plural(one: notification; other: notifications)}} not sent yet will no longer be sent. If needed, wait until delivery is complete.',
    keeps:
      'Numbers, amounts, times, ads, result statuses, event IDs, the kind of device and the domains of pages stay; visitor and customer IDs are replaced with values that cannot be traced back to anyone.',
    go: 'Erase',
    confirm: 'Erase personal data',
    ask: 'Erased data can’t be brought back. Erase it?',
    done: 'Personal data erased (receipt {{number}})',
    started: 'The erasure was accepted and will appear here when it is complete (receipt {{number}})',
    receipts: 'Receipts',
    receiptsLead:
      'Receipts do not contain the person’s ID. The digest only shows whether two requests were for the same ID.',
    noReceipts: 'No erasures yet',
    done_: 'Done',
    underWay: 'In progress',
    text: 'Text',
    json: 'JSON',
    by_: 'By {{name}}',
    total: '{{count, number}}',
    rows: 'Details',
    save: 'Save {{number}} as {{kind}}',
    refused: 'The lookup failed',
  },
  kinds: erasureTexts.en.kinds,
  transmission: {
    title: 'External transmission notice',
    lead: 'A notice for visitors to your site about what their browsers send and to whom (the external transmission rule of Japan’s Telecommunications Business Act), based on the measurement and CV tags of active ads and ad networks, and on the CV tags of ads that are over but had contacts within the tracking term.',
    language: 'Language of the notice',
    form: 'Form',
    text: 'Text',
    html: 'HTML',
    copy: 'notice',
    empty: 'No tag is installed',
    emptyHint:
      'Nothing has arrived from the product’s tag in the last 30 days, so nothing is sent externally. The notice appears here once the tag is installed.',
    plan: 'Create it before installing',
    planned: 'The tag is not installed yet; this is based on the current settings.',
    recipients: '{{count, number}} {{count, plural(one: recipient; other: recipients)}}',
    noHost: 'The tag names no domain',
  },
  horizon: {
    gone: 'Raw logs before {{day}} have been deleted because their retention period is over. Their totals stay in the reports.',
    stripped:
      'For rows before {{day}}, the retention period of raw logs is over: personal data and the contacts behind them have been deleted. Times, amounts and result statuses stay.',
  },
};
