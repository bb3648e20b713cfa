import type { erasureReceipt as ja } from '../ja/erasure-receipt';
import type { Texts } from '../texts';

/** The receipt of an erasure. */
export const erasureReceipt: Texts<typeof ja> = {
  title: 'Record of an erasure of personal data',
  number: 'Receipt',
  product: 'Product',
  subject: 'Named by',
  digest: 'Digest for comparison (not the id itself)',
  requestedAt: 'Requested',
  finishedAt: 'Finished',
  by: 'By',
  status: 'Status',
  done: 'Done',
  underWay: 'Under way',
  subjects: {
    user: 'Customer id',
    visitor: 'Visitor id',
    conversion: 'Conversion',
  },
  notes: [
    'Erased: visitor and customer ids (replaced by values that lead back to nobody), IP addresses, user agents, addresses, referrers and titles of pages, click ids, args and other keys of conversions, URLs and answers of notifications.',
    'Kept: numbers, amounts, times, ads, states of results, the ids of events (so that none is counted twice), the kind of device, and the domains of pages. Reports say what they said.',
    'What has left the product (downloaded files, notifications sent to ad networks, backups) is not reached.',
  ].join('\n'),
};
