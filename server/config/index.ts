export { loadCommandConfig, loadConfig, ConfigError, type Config } from './config';
