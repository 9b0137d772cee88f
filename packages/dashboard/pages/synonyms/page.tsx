import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Answer } from '../../api/operation.ts';
import { readSynonyms, writeSynonyms } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextArea } from '../../parts/forms/field.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { counted } from '../../parts/words/figures.ts';
import { Reading } from './reading.tsx';
import { lineOf, rangeOfLine, readRules } from './rules.ts';
import './synonyms.css';

type Synonyms = Answer<NonNullable<(typeof readSynonyms)['contract']>>;

const EXAMPLE = 'sofa, couch, settee\nhoodie => hooded sweatshirt';

/** The rules by which words of shoppers find words of the catalogue. */
export default function SynonymsPage() {
  const { data, error, reload, replace } = useCall(readSynonyms);
  return (
    <Page
      title="Synonyms"
      lead="Shoppers say it in their own words. A rule lets them find what the catalogue calls otherwise."
    >
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data === undefined ? (
        error === undefined && <Skeleton lines={8} />
      ) : (
        <Editor current={data} onSaved={replace} />
      )}
    </Page>
  );
}

function Editor({
  current,
  onSaved,
}: {
  readonly current: Synonyms;
  readonly onSaved: (synonyms: Synonyms) => void;
}) {
  const [text, setText] = useState(current.text);
  const [fault, setFault] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const read = useMemo(() => readRules(text), [text]);
  const isChanged = text !== current.text;
  const canEdit = may('editor');
  // What was loaded again, or put back.
  useEffect(() => setText(current.text), [current.text]);

  const write = async (next: string) => call(writeSynonyms, { body: { text: next } });
  const save = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await write(text);
    setBusy(false);
    setFault(answer.ok ? undefined : answer.error);
    if (!answer.ok) {
      show(lineOf(answer.error.message));
      return;
    }
    setText(answer.data.text);
    onSaved(answer.data);
    toast(`${counted(answer.data.rules, 'rule is', 'rules are')} in force.`, async () => {
      const back = await write(current.text);
      if (back.ok) onSaved(back.data);
      else toastProblem(back.error);
    });
  };
  /** Selects the line that the service names. */
  const show = (line: number | undefined) => {
    const area = form.current?.querySelector('textarea');
    if (line === undefined || area == null) return;
    area.focus();
    area.setSelectionRange(...rangeOfLine(text, line));
  };
  return (
    <div class="synonym-columns">
      <form class="form" ref={form} onSubmit={save}>
        <TextArea
          label="Rules, one a line"
          class="input rules"
          rows={16}
          spellcheck={false}
          readOnly={!canEdit}
          placeholder={EXAMPLE}
          hint={
            <>
              {counted(current.rules, 'rule is', 'rules are')} in force. Words with commas between them find
              each other; <code>=&gt;</code> is for one direction. Lines that begin with # are left out.
            </>
          }
          fault={fault?.message}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        {canEdit && (
          <div class="buttons">
            <Button look="primary" type="submit" busy={isBusy} disabled={!isChanged}>
              Save rules
            </Button>
            {isChanged && (
              <Button
                onClick={() => {
                  setText(current.text);
                  setFault(undefined);
                }}
              >
                Undo changes
              </Button>
            )}
            {text.trim() === '' && <Button onClick={() => setText(EXAMPLE)}>Start with an example</Button>}
          </div>
        )}
      </form>
      <div class="stack">
        <Reading {...read} />
        <Card title="Which rules are worth it?">
          <p>
            <a href="/outcomes">Outcomes</a> lists the searches that find nothing: each is a word that
            shoppers use and your catalogue does not. Word forms (sofa, sofas) and small typing errors need no
            rule.
          </p>
        </Card>
      </div>
    </div>
  );
}
