export { announce, type NewDelivery as Announced } from './announce';
export { deliveryQueue, type DeliveryItem, type DeliveryKind } from './delivery-queue';
export { DoubtfulDelivery as Doubtful } from './doubtful';
export { MailFailure } from './mail-failure';
export { createMailer, mailerOf, type Mail, type Mailer } from './mailer';
