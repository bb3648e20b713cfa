export { LinkTestService } from './link-test.service';
