import { readFileSync } from 'node:fs';
import type { SettingValues } from '../settings.ts';

/** How products are found by meaning. */
export interface EmbeddingsConfig {
  readonly url: string;
  readonly model: string;
  /** A secret. */
  readonly key?: string;
  /** How long a search waits for the vector of its query, in ms. */
  readonly deadline: number;
  /** Lowest cosine of what is proposed. */
  readonly leastSimilarity: number;
  /** Bytes of the vectors of catalogues. */
  readonly memory: number;
}

type Given = Pick<SettingValues, Extract<keyof SettingValues, `EMBEDDINGS_${string}`>>;

/**
 * The configuration of embeddings; `undefined` where none are set, or where it cannot be used.
 *
 * @param problems gets what cannot be used, with the name of its setting and what it should look like; no value of a key
 */
export function readEmbeddings(given: Given, problems: string[]): EmbeddingsConfig | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY_FILE: file } = given;
  if (url === undefined) return undefined;
  const wrong: string[] = [];
  const { protocol = '', username = '', password = '' } = URL.canParse(url) ? new URL(url) : {};
  if (protocol !== 'http:' && protocol !== 'https:') {
    wrong.push('EMBEDDINGS_URL must be an address such as http://localhost:8080/v1/embeddings.');
  } else if (username + password !== '') {
    wrong.push('EMBEDDINGS_URL must be without a user and a password: give the key as EMBEDDINGS_KEY.');
  }
  if (model === undefined || model.trim() === '') {
    wrong.push('EMBEDDINGS_MODEL must name the model that EMBEDDINGS_URL embeds with.');
  }
  if (file !== undefined && given.EMBEDDINGS_KEY !== undefined) {
    wrong.push('EMBEDDINGS_KEY_FILE must be absent where EMBEDDINGS_KEY is set.');
  }
  const key = file === undefined ? given.EMBEDDINGS_KEY : keyIn(file, wrong);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    wrong.push('EMBEDDINGS_KEY must be printable characters without spaces.');
  }
  problems.push(...wrong);
  if (wrong.length > 0) return undefined;
  return {
    url,
    model: model!,
    ...(key !== undefined && { key }),
    deadline: given.EMBEDDINGS_DEADLINE_MS,
    leastSimilarity: given.EMBEDDINGS_LEAST_SIMILARITY,
    memory: given.EMBEDDINGS_MEMORY_MB * 1024 * 1024,
  };
}

function keyIn(file: string, wrong: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException;
    wrong.push(`EMBEDDINGS_KEY_FILE must be a file that can be read (${code}).`);
    return undefined;
  }
}
