export { openTracer, type TracerOptions } from './open-tracer.ts';
export type { SamplerName } from './sampler.ts';
