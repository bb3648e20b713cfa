export { markovIntervals, type Interval } from './bootstrap';
export { markovChain, markovCredit, type MarkovCredit } from './markov';
export { fitOrders, suggestOrder, type OrderFit } from './suggested-order';
