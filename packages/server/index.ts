export { type Config, ConfigError, readConfig } from './config.ts';
export { mintKey } from './keys/mint-key.ts';
export { nodeName } from './node-name.ts';
export { type Service, startService } from './service.ts';
export { FolderInUse } from './storage/index.ts';
