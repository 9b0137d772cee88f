import type { ShownCall } from '@decidable/contract/management';
import { useEffect, useState } from 'preact/hooks';
import { listen } from '../../api/listen.ts';
import { watchCalls } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';

/** Calls that are kept while they are watched. */
const MOST_CALLS = 300;

export interface LiveCalls {
  /** The latest first; undefined until they are known. */
  readonly calls: readonly ShownCall[] | undefined;
  readonly isLive: boolean;
  readonly error: Failure | undefined;
}

/** The calls of the last minutes, and those that arrive while `isWatching`. */
export function useLiveCalls(isWatching: boolean): LiveCalls {
  const [calls, setCalls] = useState<readonly ShownCall[]>();
  const [isLive, setLive] = useState(false);
  const [error, setError] = useState<Failure>();
  useEffect(() => {
    if (!isWatching) return;
    setError(undefined);
    const leave = listen(watchCalls, {
      event: (event) =>
        setCalls((before = []) => {
          // A stream that was opened again tells what was told before.
          const known = new Set(before.map(({ correlationId }) => correlationId));
          const added = event.calls.filter(({ correlationId }) => !known.has(correlationId));
          return [...added.toReversed(), ...before].slice(0, MOST_CALLS);
        }),
      live: setLive,
      refused: setError,
    });
    return () => {
      setLive(false);
      leave();
    };
  }, [isWatching]);
  return { calls, isLive, error };
}
