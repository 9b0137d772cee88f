/** Of a neuter adjective of Scandinavian languages ("rødt", "grønt", "rött"); before it a consonant may be single. */
export const withoutNeuter = (stem: string): string =>
  stem.replace(/(?<=..[^aeiouy])t$/, '').replace(/(?<=.)(.)\1$/, '$1');
