import { useEffect, useRef } from 'preact/hooks';

/** Calls back when the person comes back to the page from another tab or window. */
export function useReturn(action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
