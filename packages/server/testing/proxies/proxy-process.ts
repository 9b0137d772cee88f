import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long it may take to start, in ms. */
const PATIENCE = 20_000;

/** Why tests behind a proxy do not run, for their `skip`; false where they do. In CI they have to. */
export function without(program: string): string | false {
  if (spawnSync(program, ['-v']).status === 0) return false;
  const message = `${program} is not installed: these tests did not run`;
  if (process.env.CI) throw new Error(message);
  return message;
}

/**
 * Starts a proxy; resolves when it listens.
 *
 * @param errors what it has logged
 */
export async function startProxy(
  program: string,
  args: readonly string[],
  port: number,
  errors: () => string,
): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const until = performance.now() + PATIENCE; !(await listens(port)); await wait(20)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${program} did not start: ${errors()}`);
  }
  return child;
}

export async function stopProxy(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The shipped configuration with other addresses. @throws Error where it lacks one of them */
export function adapted(
  shipped: string,
  changes: readonly (readonly [pattern: RegExp, by: string])[],
): string {
  return changes.reduce((text, [pattern, by]) => {
    if (!pattern.test(text)) throw new Error(`The configuration has no ${pattern}.`);
    return text.replace(pattern, () => by);
  }, shipped);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
