import type { ColumnChoices } from '@decidable/contract/management';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import type { Answer } from '../../../api/operation.ts';
import { importCatalogue, previewCatalogue } from '../../../api/operations.generated.ts';
import type { Failure, Result } from '../../../api/result.ts';
import { isChanged, NO_CHOICES } from '../columns/choices.ts';

export type Preview = Answer<NonNullable<(typeof previewCatalogue)['contract']>>;
export type Imported = Answer<NonNullable<(typeof importCatalogue)['contract']>>;

/** A file is read again this long after the last choice, in ms. Set by hand. */
const PAUSE = 400;

/** A file that was chosen, read by the service and not imported yet. */
export interface PreviewedFile {
  readonly preview: Preview | undefined;
  readonly error: Failure | undefined;
  readonly isReading: boolean;
  readonly choices: ColumnChoices;
  /** The column of the product ids, where it was named. */
  readonly id: string;
  readonly choose: (choices: ColumnChoices) => void;
  readonly nameId: (id: string) => void;
  readonly importIt: () => Promise<Result<Imported>>;
}

/**
 * Reads a file as an import would, and again whenever choices change: warnings and privacy follow from them. The browser
 * keeps the file.
 */
export function usePreview(file: File): PreviewedFile {
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<Failure>();
  const [isReading, setReading] = useState(true);
  const [choices, setChoices] = useState<ColumnChoices>(NO_CHOICES);
  const [id, setId] = useState('');
  /** Answers to earlier choices are dropped. */
  const newest = useRef(0);
  const query = {
    name: file.name,
    ...(id !== '' && { id }),
    ...(isChanged(choices) && { choices: JSON.stringify(choices) }),
  };
  useEffect(() => {
    const mine = ++newest.current;
    setReading(true);
    const timer = setTimeout(
      async () => {
        const answer = await call(previewCatalogue, { body: file, query });
        if (newest.current !== mine) return;
        setReading(false);
        setError(answer.ok ? undefined : answer.error);
        // The columns are shown as they were recognised: choices are drawn over them.
        if (answer.ok) setPreview((first) => merged(first, answer.data, isChanged(choices)));
      },
      mine === 1 ? 0 : PAUSE,
    );
    return () => {
      clearTimeout(timer);
      newest.current++;
    };
  }, [file, id, choices]);
  return {
    preview,
    error,
    isReading,
    choices,
    id,
    choose: setChoices,
    nameId: setId,
    importIt: () => call(importCatalogue, { body: file, query }),
  };
}

const merged = (first: Preview | undefined, now: Preview, isChosen: boolean): Preview =>
  first === undefined || !isChosen ? now : { ...now, columns: first.columns };
