import type { SessionState, ShownSignal } from '@decidable/contract/management';
import { useEffect, useState } from 'preact/hooks';
import { listen } from '../../api/listen.ts';
import { watchSession } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';

/** Signals that are kept of a session that goes on while it is watched. */
const MOST_SIGNALS = 500;

export interface LiveSession {
  /** Oldest first: those that had been stored, and those that have arrived since. */
  readonly signals: readonly ShownSignal[];
  readonly state: SessionState | undefined;
  readonly isLive: boolean;
  readonly error: Failure | undefined;
  /** Counts the arrivals. */
  readonly arrivals: number;
}

/**
 * Follows a session: what arrives is added to what was stored.
 *
 * @param reload reads again what is stored: after a pause of the stream, in which signals may have been missed
 */
export function useLiveSession(
  sessionId: string,
  stored: readonly ShownSignal[],
  reload: () => Promise<void>,
): LiveSession {
  const [arrived, setArrived] = useState<readonly ShownSignal[]>([]);
  const [state, setState] = useState<SessionState>();
  const [isLive, setLive] = useState(false);
  const [error, setError] = useState<Failure>();
  const [arrivals, count] = useState(0);
  useEffect(() => {
    setArrived([]);
    setState(undefined);
    setError(undefined);
    let hasPaused = false;
    return listen(
      watchSession,
      {
        event: (event) => {
          setState(event.state);
          if (event.signals.length === 0) return;
          setArrived((before) => [...before, ...event.signals].slice(-MOST_SIGNALS));
          count((n) => n + 1);
        },
        live: (now) => {
          setLive(now);
          if (now && hasPaused) void reload();
          hasPaused ||= !now;
        },
        refused: setError,
      },
      { params: { sessionId } },
    );
  }, [sessionId]);
  const last = stored.at(-1)?.sequence ?? 0;
  const signals = [...stored, ...arrived.filter(({ sequence }) => sequence > last)];
  return { signals, state, isLive, error, arrivals };
}
