import type { BuildRequest } from '../shops/build/build.worker.ts';
import work from '../shops/build/build.worker.ts';

/** Reads catalogues, and never ends a training. */
export default function hang(request: BuildRequest): ReturnType<typeof work> | Promise<never> {
  return request.task === 'train' ? new Promise(() => {}) : work(request);
}
