import { useEffect, useRef, useState } from 'react';
import { begin } from './begin.ts';

/**
 * Asks when the question is another one, and shows no answer of an older question after those of a newer one.
 *
 * @param question what makes one differ from another, as JSON; undefined asks nothing, and forgets the last answer
 * @param ask may end in undefined where `isCurrent` says that the question is no longer asked
 * @returns the answer to this question, once it is there, and the last one to any
 */
export function useAnswer<Answer>(
  question: unknown,
  ask: (isCurrent: () => boolean) => Promise<Answer | undefined>,
): { readonly answer?: Answer | undefined; readonly last?: Answer | undefined } {
  const text = question === undefined ? undefined : textOf(question);
  const latest = useRef(ask);
  const [answered, setAnswered] = useState<{ text: string; answer: Answer }>();

  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (text === undefined) return setAnswered(undefined);
    return begin(async (isCurrent) => {
      const answer = await latest.current(isCurrent);
      if (answer !== undefined && isCurrent()) setAnswered({ text, answer });
    });
  }, [text]);

  return { answer: answered?.text === text ? answered?.answer : undefined, last: answered?.answer };
}

/** Names a question. One that is no JSON is asked once; the SDK refuses it and says why. */
function textOf(question: unknown): string {
  try {
    return JSON.stringify(question);
  } catch (error) {
    return String(error);
  }
}
