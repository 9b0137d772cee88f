import { ago, dayAndTime } from '../words/times.ts';

/** A time by its distance, with the exact one on hover. */
export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={dayAndTime(at)}>
    {ago(at)}
  </time>
);
