import type { AffectedProduct } from '@decidable/contract/management';
import { count, counted } from '@decidable/report/wording';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { acceptSuggestions } from '../../api/operations.generated.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Check } from '../../parts/forms/field.tsx';
import { SearchField } from '../../parts/forms/search-field.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { useVirtualRows } from '../../parts/tables/virtual-list.tsx';
import { useAffectedRows } from './affected-rows.ts';
import { type CellEdit, useCellEdits } from './cell-edits.ts';
import { isNewValue, type Known, mentionedValue } from './known-values.ts';

/** Height of a row, and on a phone, where the cell stands below the product; px, as in `grading.css`. */
const ROW = 60;
const TALL_ROW = 108;
/** What two lines of text about the product add. */
const TEXT = 38;
const narrow = matchMedia('(max-width: 40rem)');
/** Characters that are shown before a value in a text. */
const BEFORE = 40;
/** Lines of one paste. */
const MOST_PASTED = 5_000;

const STATES = { saved: 'Saved', saving: 'Saving…', refused: 'Not saved' } as const;

/**
 * The products that lack an attribute, with a cell for each: typed, pasted as a column, taken from another column, taken
 * back. Only the rows in view are in the page.
 */
export function RepairGrid({
  gradingId,
  place,
  attribute,
  canFill,
  onFilled,
}: {
  readonly gradingId: string;
  readonly place: number;
  readonly attribute: string;
  readonly canFill: boolean;
  readonly onFilled: () => void;
}) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const list = useId();
  const rows = useAffectedRows(gradingId, place, { search, open });
  const edits = useCellEdits(gradingId, place, onFilled);
  const scroll = useRef<HTMLDivElement>(null);
  const total = rows.about?.total ?? 0;
  // The first page tells whether the export says anything of its products.
  const hasTexts = rows.about?.products.some(({ text }) => text !== undefined) ?? false;
  const height = (useNarrow() ? TALL_ROW : ROW) + (hasTexts ? TEXT : 0);
  const view = useVirtualRows({
    count: total,
    estimateSize: () => height,
    getScrollElement: () => scroll.current,
  });
  useEffect(() => view.measure(), [height]);
  const items = view.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    void rows.load(first, last - first + 1);
  }, [first, last, total]);

  const focus = (index: number) => {
    if (index < 0 || index >= total) return;
    const cell = () => scroll.current?.querySelector<HTMLInputElement>(`input[data-row="${index}"]`);
    // At once, so that what is typed next goes there.
    const near = cell();
    if (near) near.focus();
    else {
      view.scrollToIndex(index);
      requestAnimationFrame(() => cell()?.focus());
    }
  };
  const paste = async (from: number, lines: readonly string[]) => {
    await rows.load(from, lines.length);
    const changed = lines.flatMap((after, at): CellEdit[] => {
      const product = rows.at(from + at);
      if (product === undefined) return [];
      return [{ id: product.id, before: edits.currentOf(product.id, product.value ?? ''), after }];
    });
    edits.change(changed);
    toast(`${counted(changed.length, 'value')} pasted.`, edits.undo);
  };
  const accept = async () => {
    const answer = await call(acceptSuggestions, { params: { gradingId, place: String(place) } });
    if (!answer.ok) {
      toastProblem(answer.error);
      return;
    }
    toast(`${counted(answer.data.filled, 'value')} filled in.`);
    rows.reload();
    onFilled();
  };

  const { about } = rows;
  return (
    <div class="stack close">
      <div class="row between">
        <div class="row">
          <SearchField
            label="Find a product"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          {canFill && <Check label="Only those still open" checked={open} onChange={() => setOpen(!open)} />}
        </div>
        {canFill && (
          <div class="row">
            <Badge kind={edits.state === 'refused' ? 'bad' : 'good'}>{STATES[edits.state]}</Badge>
            {(about?.suggested ?? 0) > 0 && (
              <Button icon="check" onClick={accept}>
                Take all {count(about!.suggested)} from {about!.derivedFrom ?? 'other columns'}
              </Button>
            )}
          </div>
        )}
      </div>
      {rows.error !== undefined && <Problem error={rows.error} retry={rows.reload} />}
      {about === undefined ? (
        rows.error === undefined && <Skeleton lines={6} />
      ) : total === 0 ? (
        <p class="quiet">{search === '' ? 'Every product has a value now.' : 'No product fits.'}</p>
      ) : (
        <>
          {canFill && (
            <p class="quiet grid-help">
              Known values are offered as you type. Enter goes on to the next product and takes a grey
              suggestion, Ctrl+Enter also a value beside the cell; arrow keys move; paste a column from a
              spreadsheet; Ctrl+Z takes back.
            </p>
          )}
          <datalist id={list}>
            {about.values.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <section
            ref={scroll}
            class={hasTexts ? 'virtual grid with-texts' : 'virtual grid'}
            aria-label={`Products without ${attribute}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
            tabIndex={0}
          >
            <ul style={{ height: `${view.getTotalSize()}px` }}>
              {items.map(({ key, index, start }) => (
                <li
                  key={key}
                  aria-setsize={total}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <GridRow
                    product={rows.at(index)}
                    index={index}
                    attribute={attribute}
                    list={list}
                    known={about}
                    canFill={canFill}
                    currentOf={edits.currentOf}
                    onChange={(edit) => edits.change([edit])}
                    onMove={focus}
                    onPaste={paste}
                    onUndo={edits.undo}
                    onRedo={edits.redo}
                  />
                </li>
              ))}
            </ul>
          </section>
          <p class="quiet">{counted(total, 'product')}</p>
        </>
      )}
    </div>
  );
}

/** Whether cells stand below their products; a phone may be turned. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const change = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', change);
    return () => narrow.removeEventListener('change', change);
  }, []);
  return isNarrow;
}

interface RowProps {
  readonly product: AffectedProduct | undefined;
  readonly index: number;
  readonly attribute: string;
  readonly list: string;
  readonly known: Known;
  readonly canFill: boolean;
  readonly currentOf: (id: string, kept: string) => string;
  readonly onChange: (edit: CellEdit) => void;
  readonly onMove: (index: number) => void;
  readonly onPaste: (from: number, lines: readonly string[]) => void;
  readonly onUndo: () => unknown;
  readonly onRedo: () => unknown;
}

function GridRow({ product, index, canFill, currentOf, ...rest }: RowProps) {
  if (product === undefined) return <div class="grid-row quiet">…</div>;
  const value = currentOf(product.id, product.value ?? '');
  const { title, category, text, suggestion } = product;
  const { known } = rest;
  return (
    <div class="grid-row">
      <span class="product">
        <bdi class="title">{title ?? product.id}</bdi>
        <small>
          {title !== undefined && <bdi>{product.id}</bdi>}
          {title !== undefined && category !== undefined && ' · '}
          {category !== undefined && <bdi>{category}</bdi>}
        </small>
        {text !== undefined && <Said text={text} known={known} />}
      </span>
      {canFill ? (
        <Cell product={product} index={index} value={value} {...rest} />
      ) : (
        <span>{value === '' ? <span class="quiet">{suggestion ?? ''}</span> : value}</span>
      )}
    </div>
  );
}

/** What the export says of a product, from the value that it mentions on. */
function Said({ text, known }: { readonly text: string; readonly known: Known }) {
  const mention = mentionedValue(text, known);
  if (mention === undefined)
    return (
      <bdi class="text" title={text}>
        {text}
      </bdi>
    );
  const { start, end } = mention;
  const from = start <= BEFORE ? 0 : text.indexOf(' ', start - BEFORE) + 1;
  return (
    <bdi class="text" title={text}>
      {from > 0 && '… '}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  );
}

function Cell({
  product,
  index,
  value,
  attribute,
  list,
  known,
  onChange,
  onMove,
  onPaste,
  onUndo,
  onRedo,
}: Omit<RowProps, 'product' | 'canFill' | 'currentOf'> & {
  readonly product: AffectedProduct;
  readonly value: string;
}) {
  const [draft, setDraft] = useState<string>();
  const { id, title, text, suggestion } = product;
  const note = useId();
  const shown = draft ?? value;
  const isNew = draft === undefined && isNewValue(value, known);
  const offered =
    suggestion ?? mentionedValue(text ?? '', known)?.value ?? mentionedValue(title ?? '', known)?.value;
  const isTyping = draft !== undefined && draft !== value;
  const commit = (after = shown) => {
    setDraft(undefined);
    onChange({ id, before: value, after: after.trim() });
  };
  const pressed = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const move = (to: number, after?: string) => {
      event.preventDefault();
      commit(after);
      onMove(to);
    };
    if (event.key === 'Enter' && isCommand) move(index + 1, offered ?? shown);
    else if (event.key === 'Enter') {
      move(index + (event.shiftKey ? -1 : 1), shown === '' && suggestion !== undefined ? suggestion : shown);
    } else if (event.key === 'ArrowDown' && !isTyping) move(index + 1);
    else if (event.key === 'ArrowUp' && !isTyping) move(index - 1);
    else if (event.key === 'Escape') setDraft(undefined);
    else if (isCommand && event.key.toLowerCase() === 'z' && !isTyping) {
      event.preventDefault();
      if (event.shiftKey) onRedo();
      else onUndo();
    } else if (isCommand && event.key.toLowerCase() === 'y' && !isTyping) {
      event.preventDefault();
      onRedo();
    }
  };
  return (
    <span class="cell">
      <input
        class="input"
        data-row={index}
        aria-label={`${attribute} of ${title ?? id}`}
        list={list}
        autocomplete="off"
        maxLength={2_000}
        value={shown}
        placeholder={suggestion ?? ''}
        {...(isNew && { 'aria-describedby': note })}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => commit()}
        onKeyDown={pressed}
        onCopy={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          if (selectionStart !== selectionEnd) return;
          event.preventDefault();
          event.clipboardData?.setData('text/plain', shown);
        }}
        onPaste={(event) => {
          const lines = columnOf(event.clipboardData?.getData('text/plain') ?? '');
          if (lines.length < 2) return;
          event.preventDefault();
          setDraft(undefined);
          onPaste(index, lines);
        }}
      />
      {offered !== undefined && value !== offered && (
        <Button size="small" onClick={() => commit(offered)}>
          {offered === suggestion ? 'Take' : <bdi class="cut">{offered}</bdi>}
          {offered === suggestion && <span class="unseen"> {suggestion}</span>}
        </Button>
      )}
      {isNew && (
        <small id={note} class="new-value">
          New to this column
        </small>
      )}
    </span>
  );
}

/** The lines of a column that was copied from a spreadsheet; of several columns the first. */
export const columnOf = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .slice(0, MOST_PASTED)
    .map((line) => line.split('\t')[0].trim());
