export { type Config, ConfigError, readConfig } from './config.ts';
export { hashKey, mintKey } from './gateway/key.ts';
export { type Service, type ServiceOptions, startService } from './service.ts';
export { type LogLevel, type RateLimit, type Setting, settings } from './settings.ts';
export type { DemoShop } from './site/index.ts';
export { FolderInUse } from './storage/index.ts';
