/** A text of at most `most` characters on one line; a longer one ends with `…`. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  // By code points, so that no character is cut in two.
  const characters = [...line.slice(0, 2 * most)];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
