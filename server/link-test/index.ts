export { RehearsalService } from './link-test.service';
