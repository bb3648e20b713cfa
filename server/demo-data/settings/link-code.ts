export { newLinkCode } from '../../records/link-code';
