import work from '../../shops/build/build.worker.ts';
import { endsAsTold } from './ends.ts';

export default function workOrEnd(request: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (request.csv !== undefined) endsAsTold(request.csv);
  return work(request);
}
