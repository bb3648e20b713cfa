export { announce, type Announced } from './announce';
export { deliveryQueue, type DeliveryItem, type DeliveryKind } from './delivery-queue';
export { Doubtful } from './doubtful';
export { createMailer, type Mail, type Mailer } from './mailer';
