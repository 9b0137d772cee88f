import { optional, share, whole } from '../setting-readers.ts';

/** The settings of what finds products by meaning: read together by `readEmbeddings`. */
export const embeddingSettings = [
  {
    variable: 'EMBEDDINGS_URL',
    standard: undefined,
    meaning:
      'Address that texts are posted to for their vectors, `http://localhost:8080/v1/embeddings`: where no product has the words of a search, those close in meaning are proposed ([guide](guides/meaning.md)). Without it there are none.',
    read: optional,
  },
  {
    variable: 'EMBEDDINGS_MODEL',
    standard: undefined,
    meaning: 'Name of the model, as that address knows it. A catalogue is embedded anew when it changes.',
    read: optional,
  },
  {
    variable: 'EMBEDDINGS_KEY',
    standard: undefined,
    meaning: 'Key that is sent to that address as a bearer token. It is never logged.',
    read: optional,
  },
  {
    variable: 'EMBEDDINGS_KEY_FILE',
    standard: undefined,
    meaning: 'File that holds the key, in place of `EMBEDDINGS_KEY`.',
    read: optional,
  },
  {
    variable: 'EMBEDDINGS_DEADLINE_MS',
    standard: '150',
    meaning: 'How long a search waits for the vector of its query. Then it is answered by words alone.',
    read: whole(1, 10_000),
  },
  {
    variable: 'EMBEDDINGS_LEAST_SIMILARITY',
    standard: '0.4',
    meaning: 'Lowest cosine of a product that is proposed, 0 to 1. What is right depends on the model.',
    read: share,
  },
  {
    variable: 'EMBEDDINGS_MEMORY_MB',
    standard: '256',
    meaning:
      'Memory for the vectors of catalogues: a byte a dimension and 68 bytes a product, so 45 MB for 100,000 products of 384 dimensions.',
    read: whole(1, 1_000_000),
  },
] as const;
