import type { Description } from './description.ts';
import { operationsSource } from './operations-source.ts';
import { HEADER } from './python-text.ts';
import { recordsSource } from './records-source.ts';
import { refusalsSource } from './refusals-source.ts';
import { requestsSource } from './requests-source.ts';

/** The generated files by their names in `src/decidable/generated`. */
export const sourcesOf = (description: Description): Readonly<Record<string, string>> => ({
  '__init__.py': `${HEADER}\n"""What follows from the description of the interface."""\n`,
  'operations.py': operationsSource(description),
  'records.py': recordsSource(description),
  'refusals.py': refusalsSource(description),
  'requests.py': requestsSource(description),
  'version.py': `${HEADER}\n"""The version of the client, which is that of the service."""\n\n__version__ = "${description.info.version}"\n`,
});
