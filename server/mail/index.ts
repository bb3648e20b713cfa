export { enqueueDeliveries as announce, type NewDelivery } from './announce';
export { deliveryQueue, type DeliveryItem, type DeliveryKind } from './delivery-queue';
export { DoubtfulDelivery } from './doubtful';
export { MailFailure } from './mail-failure';
export { createMailer, mailerOf, type Mail, type Mailer } from './mailer';
