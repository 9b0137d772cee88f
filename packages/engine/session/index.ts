export * from './decay.ts';
export type * from './types.ts';
