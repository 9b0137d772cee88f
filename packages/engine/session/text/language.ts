/** A language whose endings or stop words are known; ISO 639-3. */
export type Language =
  | 'dan'
  | 'deu'
  | 'eng'
  | 'fin'
  | 'fra'
  | 'ita'
  | 'nld'
  | 'nob'
  | 'pol'
  | 'por'
  | 'rus'
  | 'spa'
  | 'swe'
  | 'tur';
