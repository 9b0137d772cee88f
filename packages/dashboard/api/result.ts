/** Why a call was refused, in the words of the service. */
export interface Failure {
  /** HTTP status; 0 where the service could not be reached. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** To quote when reporting a fault. */
  readonly correlationId?: string;
}

/** Errors are data: a caller cannot forget them. */
export type Result<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Failure };

export const refused = (error: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error,
});

export const unreachable = refused({
  status: 0,
  code: 'UNREACHABLE',
  message: 'The service cannot be reached. Check the connection, then try again.',
});

/** The failure that a refusing answer tells of. */
export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response;
  const text = await response.text();
  try {
    const { error, correlationId } = JSON.parse(text) as {
      readonly error: { readonly code: string; readonly message: string };
      readonly correlationId: string;
    };
    return { status, code: error.code, message: error.message, correlationId };
  } catch {
    // A proxy in between answers in its own words, or none.
    return { status, code: 'UNKNOWN', message: `The service answered with status ${status}. Try again.` };
  }
}
