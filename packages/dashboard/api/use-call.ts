import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, AnyContract, InputArguments, Operation, PlainInput } from './operation.ts';
import { addressOf, send } from './request.ts';
import type { Failure } from './result.ts';

/** What a page knows of an operation that reads. */
export interface Loaded<Data> {
  /** The last answer; that of an earlier visit until the new one arrives. */
  readonly data: Data | undefined;
  readonly error: Failure | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => Promise<void>;
  /** Shows a change before the service is asked again. */
  readonly replace: (data: Data) => void;
}

/** The last answers by address, so that a page that is opened again is there at once. */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

/** Forgets every answer: those of one person are not for another. */
export const forgetAnswers = (): void => answers.clear();

function remember(address: string, data: unknown): void {
  answers.delete(address);
  answers.set(address, data);
  if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value!);
}

/**
 * Calls an operation that reads, when the page is shown and whenever the input changes.
 *
 * @example
 * const { data, error } = useCall(listKeys);
 * const { data } = useCall(getGrading, { params: { gradingId } });
 */
export function useCall<Contract extends AnyContract>(
  operation: Operation<Contract>,
  ...[input]: InputArguments<Contract>
): Loaded<Answer<Contract>> {
  const plain = input as PlainInput | undefined;
  const address = addressOf(operation, plain);
  const [shown, show] = useState<{ address: string; data?: unknown; error?: Failure; isLoading: boolean }>();
  /** The address of the newest request: answers to others are dropped. */
  const newest = useRef('');

  const load = async (signal?: AbortSignal) => {
    newest.current = address;
    show((before) => ({
      address,
      data: before?.address === address ? before.data : answers.get(address),
      isLoading: true,
    }));
    try {
      const sent = await send(operation, plain, signal);
      const data = sent.ok ? ((await sent.data.json()) as unknown) : undefined;
      if (newest.current !== address) return;
      if (sent.ok) {
        remember(address, data);
        show({ address, data, isLoading: false });
      } else {
        show((before) => ({ address, data: before?.data, error: sent.error, isLoading: false }));
      }
    } catch (error) {
      // The page was left, or asks for something else.
      if (!signal?.aborted) throw error;
    }
  };

  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [address]);

  const current = shown?.address === address ? shown : { data: answers.get(address), isLoading: true };
  return {
    data: current.data as Answer<Contract> | undefined,
    error: 'error' in current ? current.error : undefined,
    isLoading: current.isLoading,
    reload: () => load(),
    replace: (data) => {
      remember(address, data);
      show({ address, data, isLoading: false });
    },
  };
}
