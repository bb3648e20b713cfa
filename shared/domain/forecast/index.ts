export { develop, developmentFactors, type Development, type DevelopmentFactor } from './chain-ladder';
