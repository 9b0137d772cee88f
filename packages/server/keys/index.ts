export {
  callsOf,
  type KeyCalls,
  keyCalls,
  keyEndpoints,
  keyExpiry,
  keyLabel,
  keyLimit,
  keyOrigin,
} from './key-settings.ts';
export {
  changeKey,
  createKey,
  type KeySettings,
  type KeyState,
  keyOf,
  keyState,
  revokeKey,
} from './manage-keys.ts';
export { mintKey } from './mint-key.ts';
