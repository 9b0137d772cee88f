import type { DomainErrorData } from '../errors.ts';
import type { KeptGrading, OrganizationId } from '../storage/ports.ts';
import type { Step } from '../timing/step-times.ts';

/** A call of `/catalog/audit` or `/catalog/verify` on its way to a worker, which parses and validates it. */
export interface GradingRequest {
  readonly endpoint: '/catalog/audit' | '/catalog/verify';
  /** The request body as it came. */
  readonly body: Uint8Array;
  /** The organization of the key. */
  readonly organizationId: OrganizationId;
  /** Whether its key may keep results. */
  readonly mayKeep: boolean;
  /** The id under which the result is to be kept, should the request ask for that. */
  readonly gradingId: string;
}

/** The answer of the worker. */
export type GradingAnswer =
  | {
      readonly kind: 'graded';
      /** The answer to send. */
      readonly json: Uint8Array;
      /** Present where the result is to be kept before it is sent. */
      readonly keep?: Pick<KeptGrading, 'kind' | 'category'>;
      /** What its time went to, in order. */
      readonly steps: readonly Step[];
      /** Processor time, in ms. */
      readonly milliseconds: number;
    }
  | { readonly kind: 'refused'; readonly error: DomainErrorData; readonly milliseconds: number };
