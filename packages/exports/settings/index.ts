export { type ExportSettings, InvalidSettings, readSettings, SETTINGS_FILE } from './settings.ts';
