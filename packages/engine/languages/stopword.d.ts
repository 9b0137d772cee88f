/** The part of `stopword` (MIT) that is used: its lists. The package brings no types. */
declare module 'stopword' {
  export const dan: readonly string[];
  export const deu: readonly string[];
  export const eng: readonly string[];
  export const fin: readonly string[];
  export const fra: readonly string[];
  export const heb: readonly string[];
  export const hin: readonly string[];
  export const ita: readonly string[];
  export const jpn: readonly string[];
  export const nld: readonly string[];
  export const nob: readonly string[];
  export const pol: readonly string[];
  export const por: readonly string[];
  export const rus: readonly string[];
  export const spa: readonly string[];
  export const swe: readonly string[];
  export const tha: readonly string[];
  export const tur: readonly string[];
}
