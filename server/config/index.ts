export { loadCommandConfig, loadConfig, ConfigError, type Config, type Role } from './config';
