// Texts that only the server writes.
export { documents } from './documents';
export { erasureReceipt } from './erasure-receipt';
export { mails } from './mails';
export { privacyNotice } from './privacy-notice';
