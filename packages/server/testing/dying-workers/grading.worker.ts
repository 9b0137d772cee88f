import grade from '../../workers/grading.worker.ts';
import { endsAsTold } from './ends.ts';

export default function gradeOrEnd(request: Parameters<typeof grade>[0]): ReturnType<typeof grade> {
  endsAsTold(request.body);
  return grade(request);
}
