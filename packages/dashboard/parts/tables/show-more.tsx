import { useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';

/** The button below a list that goes on; nothing where it does not. */
export function ShowMore({
  label = 'Show more',
  onMore,
}: {
  readonly label?: string;
  readonly onMore: (() => Promise<void>) | undefined;
}) {
  const [isBusy, setBusy] = useState(false);
  if (onMore === undefined) return null;
  const more = async () => {
    setBusy(true);
    await onMore();
    setBusy(false);
  };
  return (
    <p class="show-more">
      <Button busy={isBusy} onClick={more}>
        {label}
      </Button>
    </p>
  );
}
