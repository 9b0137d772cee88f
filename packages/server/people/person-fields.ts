import { InvalidInput } from '../errors.ts';

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 128;

/** An e-mail address as far as it can be told from its form. @throws InvalidInput */
export function emailOf(text: string): string {
  const email = text.trim().normalize();
  if (
    email.length > LONGEST_EMAIL ||
    !/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\.]+(\.[^\s@<>"(),:;\\.]+)*$/u.test(email)
  )
    throw new InvalidInput('email: give an address such as ada@shop.example.');
  return email;
}

/** The name of a person. @throws InvalidInput */
export function personName(text: string): string {
  const name = text.trim().normalize();
  if (name === '' || [...name].length > LONGEST_NAME)
    throw new InvalidInput(`name: give 1 to ${LONGEST_NAME} characters.`);
  return name;
}
