export { develop, developmentFactors, type Development, type DevelopmentFactor, type KnownValues } from './chain-ladder';
