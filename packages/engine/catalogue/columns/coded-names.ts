/** A code in letters and digits by turns: "fr0ddvy5osavkxdf". Words with a number have fewer turns ("rs232db9"). */
const LEAST_TURNS = 4;
const LEAST_LENGTH = 10;
/** Digits behind the name of a parent; fewer number columns of one name ("Owner.1"). */
const LEAST_DIGITS = 3;
const TURNS = /\d(?=[a-z])|[a-z](?=\d)/gi;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether a column or a field is called by the code that a system has for it, which tells no reader what it holds: "5442",
 * also within a field of the file ("attributes.5442").
 */
export function isCodedName(name: string): boolean {
  if (/^\d+$/.test(name) || UUID.test(name)) return true;
  const own = name.slice(name.lastIndexOf('.') + 1);
  if (/^\d+$/.test(own)) return own.length >= LEAST_DIGITS;
  return (
    own.length >= LEAST_LENGTH && /^[a-z\d]+$/i.test(own) && (own.match(TURNS)?.length ?? 0) >= LEAST_TURNS
  );
}
