import { isPlaceholder } from '../../csv/placeholders.ts';

/** Whether an entry with this value states nothing. */
export const isNothing = (value: string): boolean => value === '' || isPlaceholder(value);
