export * from './decay.ts';
export * from './keywords.ts';
export * from './signals.ts';
export * from './text.ts';
export type * from './types.ts';
