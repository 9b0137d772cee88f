import { Button } from '../../../parts/controls/button.tsx';
import { number } from '../../../parts/words/figures.ts';

/** Which part of a long list is shown, and the way to the others. */
export function Pager({
  offset,
  page,
  shown,
  total,
  onGo,
}: {
  readonly offset: number;
  /** Rows of a page. */
  readonly page: number;
  readonly shown: number;
  readonly total: number;
  readonly onGo: (offset: number) => void;
}) {
  return (
    <nav class="pager" aria-label="Pages of the list">
      <p class="quiet" role="status">
        {number(offset + 1)} to {number(offset + shown)} of {number(total)}
      </p>
      {total > page && (
        <>
          <Button
            size="small"
            icon="chevron-left"
            label="Earlier"
            disabled={offset === 0}
            onClick={() => onGo(Math.max(0, offset - page))}
          />
          <Button
            size="small"
            icon="chevron-right"
            label="Later"
            disabled={offset + shown >= total}
            onClick={() => onGo(offset + page)}
          />
        </>
      )}
    </nav>
  );
}
