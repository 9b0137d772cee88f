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
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const done = useRef<(readonly CellEdit[])[]>([]);
  const undone = useRef<(readonly CellEdit[])[]>([]);
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const send = async () => {
    const cells = [...waiting.current].map(([product, value]) => ({ attribute: place, product, value }));
    waiting.current = new Map();
    for (let from = 0; from < cells.length; from += AT_ONCE) {
      const answer = await call(fillCells, {
        params: { gradingId },
        body: { cells: cells.slice(from, from + AT_ONCE) },
      });
      if (!answer.ok) {
        setState('refused');
        toastProblem(answer.error);
        return;
      }
    }
    if (waiting.current.size === 0) setState('saved');
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
