import type { ErrorCode } from '@decidable/contract';
import type { KeptGrading, OrganizationId } from '../storage/ports.ts';

/** One call of `/catalog/audit` or `/catalog/verify` as it goes to a worker: nothing of it has been read yet. */
export interface GradingRequest {
  readonly endpoint: '/catalog/audit' | '/catalog/verify';
  /** The request body as it came. */
  readonly body: Uint8Array;
  /** The organization of the key. */
  readonly organizationId: OrganizationId;
  /** The id under which the result is to be kept, should the request ask for that. */
  readonly gradingId: string;
}

/** What the worker says of a request; the bytes are the JSON to send. */
export type GradingAnswer =
  | {
      readonly kind: 'graded';
      readonly json: Uint8Array;
      /** Present where the result is to be kept before it is sent. */
      readonly keep?: Pick<KeptGrading, 'kind' | 'category'>;
    }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>>;
    };
