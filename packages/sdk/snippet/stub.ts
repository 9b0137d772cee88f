// biome-ignore-all lint/suspicious/noAssignInExpressions: its size is held.
// biome-ignore-all lint/suspicious/useIterableCallbackReturn: its size is held.
// biome-ignore-all lint/suspicious/noDoubleEquals: its size is held.
/*
 * The inline script of the snippet: stands for the SDK until the script has arrived, and answers where it does not arrive.
 * It is an array, which the script takes for its queue, with the methods of the SDK; their calls are queued and run in
 * their order. Its size is held by a test, so a text names the methods, grouped by what they return.
 */

interface Options {
  readonly fallbackItems?: unknown;
  readonly limit?: number;
  readonly timeout?: number;
}
/** What a method returns, as far as it is used: a promise, or the function that stops `observe`. */
type Returned = (Promise<unknown> & (() => void)) | undefined;
type Method = (a?: unknown, b?: unknown, c?: unknown) => Returned;
type Stub = ((client: Record<string, Method>) => unknown)[] & Record<string, unknown>;

/** The stub, and after it the SDK, of which `push` is what both have. */
declare let Decidable: Stub;
declare const self: { Decidable?: Stub | never[] };

// In a block: it leaves no other name in the page.
{
  let end!: (reason: string) => void;
  // biome-ignore lint/correctness/noUnusedVariables: it is read where it is set.
  let clock: unknown;
  /** Why the page goes on without the script. Once it is settled, every later call is answered at once. */
  const ended = new Promise<string>((resolve) => (end = resolve));
  // Calls in an array that was there stay; a second snippet, or one after the script, changes nothing.
  const stub = (self.Decidable ||= []) as Stub;
  if (!stub.init) {
    // Errors of elements do not bubble; they pass the window on their way down.
    addEventListener('error', (event) => (event.target as Element).id == 'decidable' && end('network'), true);
    // Five that ask, five that deliver, seven that return a signal or nothing, and two with a value of their own.
    'suggest rankedCatalog rerank search getSession captureAutoSignals flushExposures init event track setConsent exposure dwell reset otherSignal priceFilter attributeFilter observe getSessionId'
      .split(' ')
      .map(
        (method, place) =>
          (stub[method] = (a?: Options, b?: Options, c?: unknown) => {
            let returned: Returned;
            let gone: unknown;
            let settle: ((answer: unknown) => void) | undefined;
            const lists = [a, a?.fallbackItems, []] as unknown[][];
            // The page's own order, as it is at the call.
            const own = lists.find(Array.isArray)!.slice(0, (b || a)?.limit);
            // A signal gets its fields from the script, before the call that sends it.
            const made =
              place < 17
                ? {}
                : () => {
                    gone = 1;
                    returned?.();
                  };
            // The global, not the stub: a page that kept the stub's method reaches the SDK by it.
            Decidable.push((client) => {
              if (!gone) {
                returned = client[method]!(a, b, c);
                if (settle) void returned!.then(settle);
                else void Object.assign(made, returned);
              }
            });
            return (
              returned ??
              (place > 17
                ? null
                : place > 9
                  ? made
                  : new Promise((resolve) => {
                      settle = resolve;
                      // One budget for the page: from the first call on, which is `init` with its timeout.
                      // Of what is no such time the script tells the console.
                      clock ||= setTimeout(
                        end,
                        0 < (a?.timeout as number) % 1e5 ? a!.timeout! % 1e5 : 800,
                        'timeout',
                      );
                      void ended.then((reason) => {
                        // A late script is not asked what was answered, and gets what is to be delivered.
                        gone = place < 5;
                        resolve({
                          items: own,
                          personas: [],
                          reason,
                          suggestions: [],
                          results: own,
                          fallback: true,
                        });
                      });
                    }))
            );
          }),
      );
  }
}
