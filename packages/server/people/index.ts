export { type AuditDetail, appendToAuditLog, COMMAND_LINE } from './audit-log.ts';
export { createFirstOwner, offerFirstOwner } from './first-owner.ts';
export {
  acceptInvitation,
  invitationOf,
  inviteMember,
  join,
  MOST_INVITATIONS,
} from './invitations.ts';
export { changeRole, memberOf, removeMember } from './members.ts';
export { type NewPerson, newPerson } from './new-person.ts';
export { offerPassword, replacePassword, takePasswordLink } from './password-link.ts';
export { acceptablePassword, hashPassword, isPassword } from './passwords.ts';
export { emailOf, personName } from './person-fields.ts';
export { openSignIn, personByPassword, renewSignIn, SIGN_IN_LASTS } from './sign-in.ts';
export { hashOfToken, newToken } from './tokens.ts';
