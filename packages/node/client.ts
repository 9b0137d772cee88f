import { call } from './call.ts';
import { facts } from './facts.generated.ts';
import type { Operations } from './operations.generated.ts';
import { type CallOptions, type ClientOptions, settingsOf } from './options.ts';

/**
 * A client of the service for one organization. Connections are kept open by the `fetch` of Node.js, for all clients of a
 * process together; nothing has to be closed.
 *
 * @throws TypeError that names the option that is missing or wrong
 */
export function createClient(options: ClientOptions): Operations {
  const settings = settingsOf(options);
  const methods = Object.entries(facts).map(([name, each]) => [
    name,
    (request: object, callOptions?: CallOptions) => call(name, each, settings, request, callOptions),
  ]);
  // The methods are made from the table that the compiler holds to `Operations`.
  return Object.freeze(Object.fromEntries(methods)) as Operations;
}
