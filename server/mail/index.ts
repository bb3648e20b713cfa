export { announce, type Announced } from './announce';
export { deliveryQueue, type DeliveryEnd, type DeliveryItem, type DeliveryKind, type DeliveryOutcome, type Send, type Withheld } from './delivery-queue';
export { Doubtful } from './doubtful';
export { createMailer, type Attachment, type Mail, type Mailer } from './mailer';
