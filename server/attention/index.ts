export { AttentionService } from './attention.service';
export { refusedClicksOf, DIRECT, type Refusal } from './refusals';
