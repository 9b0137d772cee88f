import { fold } from '../../../catalogue/columns/text-folding.ts';

/**
 * Words that stand for "any value": what is filled in where nobody looked at the product. In the languages of most
 * exports; a value of several words is one if its first word is.
 */
const CATCH_ALL =
  /^(?:others?|misc|miscellaneous|various|assorted|mixed|generic|general|standard|default|regular|normal|unknown|unspecified|undefined|unbranded|none|nothing|any|all|see|tbd|tba|todo|xxx?|sonstiges?|sonstige|andere[sr]?|diverse?s?|verschiedene|allgemein|unbekannt|ohne|keine?|siehe|autres?|divers|inconnue?|aucune?|voir|otr[oa]s?|varios|desconocido|ninguno|ver|altr[oiae]|vari|sconosciuto|nessuno|vedi|outr[oa]s?|desconhecido|nenhum|overige?|onbekend|geen|zie|inne|inny|nieznany|brak|ovriga?|annat|okand|ingen|se|andet|ukendt|annen|ukjent|muu|tuntematon)$/;

/** Whether a value is one that fits every product. */
export function isCatchAll(label: string): boolean {
  const [first = ''] =
    fold(label)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return CATCH_ALL.test(first);
}
