export { type AuditDetail, audited, COMMAND_LINE } from './audited.ts';
export { createFirstOwner, type NewPerson, newPerson, offerFirstOwner } from './first-owner.ts';
export {
  invitationOf,
  inviteMember,
  join,
  MOST_INVITATIONS,
  personOfInvitation,
} from './invitations.ts';
export { changeRole, memberOf, removeMember } from './members.ts';
export { offerPassword, replacePassword, takePasswordLink } from './password-link.ts';
export { acceptablePassword, hashPassword, isPassword } from './passwords.ts';
export { emailOf, personName } from './person-fields.ts';
export { openSignIn, personWith, renewSignIn, SIGN_IN_LASTS } from './sign-in.ts';
export { hashOfToken, newToken } from './tokens.ts';
