export * from './context.ts';
export * from './decay.ts';
export * from './fold.ts';
export * from './keywords.ts';
export * from './personas.ts';
export * from './signals.ts';
export * from './text.ts';
export * from './touches.ts';
export type * from './types.ts';
