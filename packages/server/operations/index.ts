export { type BreakerState, Metrics } from './metrics.ts';
export { type Operations, startOperations } from './server.ts';
export {
  describe as describeForwarding,
  ForwardingWatch,
  forgetUntrustedForwarding,
  readUntrustedForwarding,
  recordUntrustedForwarding,
  type UntrustedForwarding,
} from './untrusted-forwarding.ts';
export { WorkByOrganization } from './work-by-organization.ts';
