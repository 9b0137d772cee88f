import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

/** How long the button says that the text was copied, in ms. */
const SAID = 2_000;

/** Copies a text. `what` completes "Copy …" for those who do not see what is beside it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch (error) {
      // Without HTTPS, or by a setting of the browser.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      setState('refused');
    }
    setTimeout(() => setState('ready'), SAID);
  };
  return (
    <Button size="small" icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
      {state === 'copied' ? 'Copied' : state === 'refused' ? 'Select and copy' : 'Copy'}
      <span class="unseen"> {what}</span>
    </Button>
  );
}

/** A secret that is shown once, with a button that copies it. */
export function Secret({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <div class="secret">
      <code>{value}</code>
      <CopyButton text={value} what={what} />
    </div>
  );
}

/** Lines to paste somewhere else. */
export function Snippet({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div class="snippet">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        aria-label={what}
      >
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  );
}
