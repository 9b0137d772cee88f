export { createFirstOwner, type NewPerson, newPerson, offerFirstOwner } from './first-owner.ts';
export { acceptablePassword, hashPassword, isPassword } from './passwords.ts';
export { emailOf, personName } from './person-fields.ts';
export { openSignIn, personWith, renewSignIn, SIGN_IN_LASTS } from './sign-in.ts';
export { hashOfToken, newToken } from './tokens.ts';
