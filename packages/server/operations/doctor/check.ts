import type { Config } from '../../config.ts';

/** `fine`; `notice`: the operator should know; `problem`: it has to be mended; `unknown`: it could not be checked. */
export type Verdict = 'fine' | 'notice' | 'problem' | 'unknown';

/** The result of a check. */
export interface Finding {
  readonly verdict: Verdict;
  /** What was found, in one sentence. */
  readonly found: string;
  /** How to mend it, in one sentence; for all verdicts but `fine`, unless `found` says it. */
  readonly remedy?: string;
}

/** What checks look at. */
export interface Installation {
  /** The data folder. */
  readonly folder: string;
  /** The settings of this environment; the problems where they cannot be used. */
  readonly config: Config | { readonly problems: readonly string[] };
  /** ms since 1970. */
  readonly now: number;
}

/** One check of an installation. It changes nothing. */
export interface Check {
  readonly name: string;
  run(installation: Installation): Promise<Finding> | Finding;
}

export const fine = (found: string): Finding => ({ verdict: 'fine', found });
export const notice = (found: string, remedy: string): Finding => ({ verdict: 'notice', found, remedy });
export const problem = (found: string, remedy?: string): Finding => ({
  verdict: 'problem',
  found,
  ...(remedy !== undefined && { remedy }),
});
export const unknown = (found: string, remedy: string): Finding => ({ verdict: 'unknown', found, remedy });
