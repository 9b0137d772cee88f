/**
 * The ending of neuter adjectives in Scandinavian languages ("rødt", "grønt", "rött"), after a single consonant too.
 */
export const withoutNeuter = (stem: string): string =>
  stem.replace(/(?<=..[^aeiouy])t$/, '').replace(/(?<=.)(.)\1$/, '$1');
