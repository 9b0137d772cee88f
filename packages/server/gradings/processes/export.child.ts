import { perform } from '../jobs/perform.ts';
import { serveJobs } from './serve-jobs.ts';

await serveJobs(perform);
