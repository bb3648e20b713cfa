export { RehearsalService } from './rehearsal.service';
