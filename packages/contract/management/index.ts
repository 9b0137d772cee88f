export * from './endpoint.ts';
export * from './endpoints.ts';
