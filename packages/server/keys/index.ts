export { callsOf, keyCalls, keyEndpoints, keyExpiry, keyLabel, keyOrigin } from './key-settings.ts';
export { createKey, type KeySettings, type KeyState, keyState, revokeKey } from './manage-keys.ts';
export { mintKey } from './mint-key.ts';
