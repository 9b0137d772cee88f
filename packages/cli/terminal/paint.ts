import { styleText } from 'node:util';

/** The styles of reports; plain text where the stream does not support colour. */
export type Paint = ReturnType<typeof paint>;

type Style = Parameters<typeof styleText>[0];

/**
 * Whether a stream gets colour: `FORCE_COLOR` (except `0` or `false`) turns it on, else `NO_COLOR` turns it
 * off, else terminals get it and pipes do not (https://no-color.org, https://force-color.org).
 */
function takesColour(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') {
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  }
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

export function paint(stream: { readonly isTTY?: boolean }) {
  return paintIf(takesColour(stream));
}

export function paintIf(colour: boolean) {
  const style = (format: Style) => (text: string) =>
    colour && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    colour,
    bold: style('bold'),
    dim: style('dim'),
    cyan: style('cyan'),
    green: style('green'),
    yellow: style('yellow'),
    red: style('red'),
    magenta: style('magenta'),
    blue: style('blue'),
    badge: {
      A: style(['bold', 'inverse', 'green']),
      B: style(['bold', 'inverse', 'cyan']),
      C: style(['bold', 'inverse', 'yellow']),
      D: style(['bold', 'inverse', 'magenta']),
      E: style(['bold', 'inverse', 'red']),
      none: style(['bold', 'inverse']),
    },
  } as const;
}
