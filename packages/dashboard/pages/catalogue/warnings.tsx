import { withRemedy } from '@decidable/report/warnings';
import { Notice } from '../../parts/layout/notice.tsx';

/** More messages than these are folded. */
const SHOWN = 3;

interface Warned {
  readonly code: string;
  readonly message: string;
}

/** What was accepted and is probably not what was meant, each with its fix. */
export function Warnings({ warnings }: { readonly warnings: readonly Warned[] }) {
  if (warnings.length === 0) return null;
  const said = warnings.map((warning) => withRemedy(warning, 'catalogue'));
  const [first, rest] = [said.slice(0, SHOWN), said.slice(SHOWN)];
  return (
    <Notice kind="warn">
      {first.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {rest.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </details>
      )}
    </Notice>
  );
}
