import { printable } from '@decidable/report/printable';
import { DomainError } from '@decidable/server/errors';
import { CommanderError } from 'commander';
import { BadInput, EXIT, systemCode } from './fault.ts';
import { createProgram } from './program.ts';

// `decidable audit x.csv | head` closes standard output early. That is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(process.exitCode ?? EXIT.fine);
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (stream === process.stdout) {
      process.stderr.write(`decidable: standard output cannot be written (${error.message}).\n`);
    }
    process.exit(EXIT.badInput);
  });
}

// Started by the launcher under an older Node.js: if that process is killed, finish as for a SIGTERM.
if (process.env.DECIDABLE_LAUNCHER !== undefined && process.channel) {
  process.channel.unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

try {
  const args = process.argv.slice(2);
  await (await createProgram(args)).parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its message or the requested help.
    return error.exitCode === 0 ? EXIT.fine : EXIT.badInput;
  }
  if (error instanceof BadInput || error instanceof DomainError) {
    process.stderr.write(`decidable: ${printable(error.message)}\n`);
    return EXIT.badInput;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `decidable: this is our fault, not yours. Please report it with the lines below.\n${printable(trace)}\n`,
  );
  return EXIT.ourFault;
}
