/** British spellings, each with what Americans write. Applied to folded words, before endings are cut off. */
const SPELLINGS: readonly (readonly [british: RegExp, american: string])[] = [
  [/^grey/, 'gray'],
  [/mould/, 'mold'],
  [/(?<=col|fl?av|^arm|^od|vap|harb|neighb|^hon|^lab|^parl|^hum)our/, 'or'],
  [/(?<=^fib|^cent)re|(?<=^theat|lit|met|^calib|^lust)re(?=s?$)/, 'er'],
  [/^aluminium/, 'aluminum'],
  [/^jewellery/, 'jewelry'],
  [/^tyre/, 'tire'],
  [/^pyjama/, 'pajama'],
  [/^plough/, 'plow'],
  [/^cosy$/, 'cozy'],
  [/(?<=^catal|^dial|^anal)ogue/, 'og'],
  [/^moustache/, 'mustache'],
  [/^doughnut/, 'donut'],
  [/^chequer/, 'checker'],
  [/^licence/, 'license'],
  [
    /(?<=^(?:organ|moistur|fertil|equal|stabil|vapor|steril|sanit|tender|deodor|personal|custom|pressur|galvan|motor|anod|polar|atom|volum))is(?=e|ing|at)/,
    'iz',
  ],
];
/** Each of them changes only words that have one of these; most words have none. */
const MAY_BE_BRITISH = /ou|re|ium|jewel|pyj|cosy|ogue|chequ|licence|is/;

/** A folded word as Americans spell it: "grey" is "gray", "moulding" is "molding". */
export function americanSpelling(word: string): string {
  if (!MAY_BE_BRITISH.test(word)) return word;
  return SPELLINGS.reduce((spelt, [british, american]) => spelt.replace(british, american), word);
}
