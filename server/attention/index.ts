export { AttentionService, type Attention } from './attention.service';
export { refusedClicksOf, DIRECT, type Refusal } from './refusals';
