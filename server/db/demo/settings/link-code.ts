export { newLinkCode } from '../../../crud/link-code';
