import { useState } from 'preact/hooks';

/** How far work has come, as the service tells. */
export interface Progress {
  readonly stage: string;
  readonly share?: number;
}

type Event = { readonly stage: string } | { readonly share: number } | { readonly done: true };

/** The progress of work of which events are told. */
export function useProgress(): {
  readonly progress: Progress | undefined;
  readonly begin: (stage: string) => void;
  readonly tell: (event: Event) => void;
  readonly end: () => void;
} {
  const [progress, setProgress] = useState<Progress>();
  return {
    progress,
    begin: (stage) => setProgress({ stage }),
    tell: (event) =>
      setProgress((before) =>
        'stage' in event
          ? { stage: event.stage }
          : 'share' in event
            ? { stage: before?.stage ?? '', share: event.share }
            : before,
      ),
    end: () => setProgress(undefined),
  };
}

/** A clause as the beginning of a sentence. */
export const sentence = (clause: string): string => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}`;
