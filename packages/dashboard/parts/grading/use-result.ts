import { useEffect, useState } from 'preact/hooks';
import { downloadReport } from '../../api/operations.generated.ts';
import { send } from '../../api/request.ts';
import type { Failure } from '../../api/result.ts';

/** The result of a grading as it is kept. */
export function useResult<Shape>(gradingId: string): {
  readonly result: Shape | undefined;
  readonly error: Failure | undefined;
} {
  const [loaded, setLoaded] = useState<{
    readonly gradingId: string;
    readonly result?: Shape;
    readonly error?: Failure;
  }>();
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const sent = await send(downloadReport, { params: { gradingId } }, abort.signal);
      if (!sent.ok) setLoaded({ gradingId, error: sent.error });
      else setLoaded({ gradingId, result: (await sent.data.json()) as Shape });
    };
    load().catch((error: unknown) => {
      // The page was left.
      if (!abort.signal.aborted) throw error;
    });
    return () => abort.abort();
  }, [gradingId]);
  const current = loaded?.gradingId === gradingId ? loaded : undefined;
  return { result: current?.result, error: current?.error };
}
