import { signal } from '@preact/signals';
import type { Failure } from '../../api/result.ts';
import { Icon } from '../icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'bad';
  readonly undo?: () => void;
}

/** How long a message stays, in ms; one with an undo stays longer, and none goes while it is pointed at. */
const STAYS = 5_000;
const STAYS_FOR_UNDO = 10_000;
/** Older ones go first. */
const MOST = 3;

const toasts = signal<readonly Toast[]>([]);
let next = 1;

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/**
 * Says in passing that something was done.
 *
 * @param undo takes it back
 */
export function toast(text: string, undo?: () => void): void {
  add({ text, kind: 'good', ...(undo !== undefined && { undo }) });
}

/** Says in passing that something was refused, where there is no better place to say it. */
export const toastProblem = (error: Failure): void => add({ text: error.message, kind: 'bad' });

function add(toast: Omit<Toast, 'id'>): void {
  const id = next++;
  toasts.value = [...toasts.value, { ...toast, id }].slice(-MOST);
  setTimeout(
    function leave() {
      if (document.querySelector('.toasts:hover, .toasts:focus-within') === null) remove(id);
      else setTimeout(leave, 1_000);
    },
    toast.undo === undefined ? STAYS : STAYS_FOR_UNDO,
  );
}

/** Where messages in passing appear. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'good' ? 'check' : 'error'} small />
          <span>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                remove(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => remove(id)}>
            <Icon name="close" small />
          </button>
        </div>
      ))}
    </div>
  );
}
