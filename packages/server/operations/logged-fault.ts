/**
 * An unexpected error as the log may hold it: its name, its code and its stack frames. Its message is left out, since
 * it may quote a request.
 */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    at: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: faultOf(error.cause) }),
  };
}
