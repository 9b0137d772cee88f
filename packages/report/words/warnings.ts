import type { Warning } from '@decidable/engine/catalogue';
import { type Surface, withRemedy } from './remedies.ts';
import { counted } from './wording.ts';

/** Messages of one kind that are shown unless all are asked for. Set by hand. */
const SHOWN = 3;

/** What is worth knowing, said once, with the files that it is said of. */
export interface Notice {
  readonly files: readonly string[];
  readonly message: string;
}

/** Messages about both exports, whatever field of the request they stand at. */
const OF_BOTH: ReadonlySet<string> = new Set(['ids_changed']);

/**
 * Each message once: where both files of a comparison have it, it names both. Messages of one kind stand together, and
 * beyond the first few they are counted.
 *
 * @param surface where they are read, with options of the command line or with what the dashboard has instead
 * @param files the names by the `field` of a warning, as `before` and `after`; a name that belongs to any other field
 * stands under the empty text
 */
export function notices(
  warnings: readonly Warning[],
  files: Readonly<Record<string, string>>,
  all = false,
  surface: Surface = 'command line',
): Notice[] {
  const kinds = Map.groupBy(warnings, ({ code }) => code);
  return [...kinds.values()].flatMap((ofKind) => {
    const byMessage = Map.groupBy(ofKind, (warning) => withRemedy(warning, surface));
    const said = [...byMessage].map(([message, same]): Notice => {
      const names = same.map(({ code, field = '' }) =>
        OF_BOTH.has(code) ? undefined : (files[field] ?? files['']),
      );
      return { files: [...new Set(names.filter((name) => name !== undefined))], message };
    });
    // One more line would say no less than the count of one.
    if (all || said.length <= SHOWN + 1) return said;
    const rest = said.slice(SHOWN);
    return [
      ...said.slice(0, SHOWN),
      {
        files: [...new Set(rest.flatMap((notice) => notice.files))],
        message: `${counted(rest.length, 'more message')} of this kind (--all shows each).`,
      },
    ];
  });
}
