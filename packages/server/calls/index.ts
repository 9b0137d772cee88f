export { endpointOf } from './call-reading.ts';
export {
  ANSWER_BYTES,
  BODY_BYTES,
  isTroubled,
  KEPT_FOR,
  RecentCalls,
  type RecordedCall,
} from './recent-calls.ts';
export { shownCall } from './shown-call.ts';
