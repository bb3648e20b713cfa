export { checkFolders } from './folders';
export { loadCommandConfig, loadConfig, ConfigError, type Config } from './config';
