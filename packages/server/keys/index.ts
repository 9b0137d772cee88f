export { callsOf, keyCalls, keyEndpoints, keyExpiry, keyLabel, keyOrigin } from './key-settings.ts';
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
