import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { fillCells } from '../../api/operations.generated.ts';
import { toastProblem } from '../../parts/overlays/toasts.tsx';

/** A change of the value of one product. */
export interface CellEdit {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** Typing rests so long before what changed is sent; ms. */
const REST = 400;
/** Cells of one request. */
const AT_ONCE = 1_000;

/** What is filled in for an attribute: shown at once, sent when typing rests, taken back step by step. */
export function useCellEdits(
  gradingId: string,
  place: number,
  onSaved: () => void,
): {
  readonly currentOf: (id: string, kept: string) => string;
  readonly change: (edits: readonly CellEdit[]) => void;
  readonly undo: () => readonly CellEdit[] | undefined;
  readonly redo: () => readonly CellEdit[] | undefined;
  readonly state: 'saved' | 'saving' | 'refused';
} {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [state, setState] = useState<'saved' | 'saving' | 'refused'>('saved');
  const waiting = useRef(new Map<string, string>());
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const done = useRef<(readonly CellEdit[])[]>([]);
  const undone = useRef<(readonly CellEdit[])[]>([]);
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const send = async () => {
    // One after the other, so that what was typed last comes last.
    if (isSending.current) return;
    isSending.current = true;
    while (waiting.current.size > 0) {
      const sent = [...waiting.current].slice(0, AT_ONCE);
      for (const [product] of sent) waiting.current.delete(product);
      const cells = sent.map(([product, value]) => ({ attribute: place, product, value }));
      const answer = await call(fillCells, { params: { gradingId }, body: { cells } });
      if (answer.ok) continue;
      // Sent again with the next change; what was typed meanwhile is newer.
      waiting.current = new Map([...sent, ...waiting.current]);
      isSending.current = false;
      setState('refused');
      toastProblem(answer.error);
      return;
    }
    isSending.current = false;
    setState('saved');
    saved.current();
  };
  // What was typed last is sent when the page is left.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (waiting.current.size > 0) void send();
    },
    [gradingId, place],
  );

  const apply = (edits: readonly (readonly [id: string, value: string])[]) => {
    setValues((before) => new Map([...before, ...edits]));
    for (const [id, value] of edits) waiting.current.set(id, value);
    setState('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), REST);
  };
  return {
    currentOf: (id, kept) => values.get(id) ?? kept,
    change: (edits) => {
      const changed = edits.filter(({ before, after }) => before !== after);
      if (changed.length === 0) return;
      done.current.push(changed);
      undone.current = [];
      apply(changed.map(({ id, after }) => [id, after]));
    },
    undo: () => {
      const last = done.current.pop();
      if (last === undefined) return undefined;
      undone.current.push(last);
      apply(last.map(({ id, before }) => [id, before]));
      return last;
    },
    redo: () => {
      const next = undone.current.pop();
      if (next === undefined) return undefined;
      done.current.push(next);
      apply(next.map(({ id, after }) => [id, after]));
      return next;
    },
    state,
  };
}
