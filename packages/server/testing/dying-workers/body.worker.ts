import read from '../../workers/large-body.worker.ts';
import { endsAsTold } from './ends.ts';

export default function readOrEnd(request: Parameters<typeof read>[0]): ReturnType<typeof read> {
  endsAsTold(request.bytes);
  return read(request);
}
