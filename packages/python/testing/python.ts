import { pythonWith } from '../../../scripts/pack/python.ts';

/** A Python with these modules, and why a test is skipped where there is none: in CI it is not, and fails. */
export function pythonFor(...modules: readonly string[]): {
  readonly python: string;
  readonly skip: string | false;
} {
  const python = pythonWith(...modules);
  const missing = ['Python 3.9 or later', ...modules].join(' with ');
  return {
    python: python ?? 'python3',
    skip: python === undefined && !process.env.CI && `${missing} is not installed`,
  };
}
