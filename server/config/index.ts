export { loadConfig, ConfigError, type Config, type Role } from './config';
