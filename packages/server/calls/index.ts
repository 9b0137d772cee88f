export { type CallReading, endpointOf, readCall, shownText } from './call-reading.ts';
export {
  ANSWER_BYTES,
  BODY_BYTES,
  isTroubled,
  KEPT_FOR,
  RecentCalls,
  type RecordedCall,
} from './recent-calls.ts';
