/** A browser in which a person is signed in. Times are in ms since the epoch. */
export interface SignIn {
  readonly id: string;
  readonly personId: string;
  /** Lower-case hex SHA-256 of the secret that renews it. Each renewal replaces the secret. */
  readonly secretHash: string;
  readonly createdAt: number;
  readonly renewedAt: number;
  /** It ends then, unless it is renewed. */
  readonly expiresAt: number;
  /** The browser and system, for people to recognise it by. */
  readonly device?: string;
}

/**
 * `renewed`: the secret was the current one, or the one before it, seconds ago, from a second tab. `reused`: an old secret
 * came back, which somebody else may have; the sign-in has ended. `ended`: there is none, or no longer.
 */
export type Renewal = 'renewed' | 'reused' | 'ended';

/** What a link does that works once: makes the first owner, or sets a new password for a person. */
export type LinkPurpose = 'first_owner' | 'password';

export interface OneTimeLink {
  /** Lower-case hex SHA-256 of the token in the link. */
  readonly tokenHash: string;
  readonly purpose: LinkPurpose;
  /** Whose password it sets. */
  readonly personId?: string;
  readonly expiresAt: number;
}

export interface SignIns {
  create(signIn: SignIn): Promise<void>;
  find(id: string): Promise<SignIn | undefined>;
  /** Newest first. */
  list(personId: string): Promise<readonly SignIn[]>;
  /** @param grace how long the secret before stays good after a renewal, in ms */
  renew(
    id: string,
    secretHash: string,
    next: Pick<SignIn, 'secretHash' | 'renewedAt' | 'expiresAt'>,
    grace: number,
  ): Promise<Renewal>;
  end(id: string): Promise<void>;
  /** Ends every sign-in of a person, but one where `except` names it. */
  endAll(personId: string, except?: string): Promise<void>;
  /** Stores a link; for the first owner it replaces the one before, in a cluster that of the same node. */
  offer(link: OneTimeLink): Promise<void>;
  findLink(tokenHash: string): Promise<OneTimeLink | undefined>;
  /** Uses a link up, and with it all others of its person. `undefined` where there is none, or no longer. */
  take(tokenHash: string, now: number): Promise<OneTimeLink | undefined>;
  /** A secret of the service by its name, where one has been made. */
  findSecret(name: string): Promise<Uint8Array | undefined>;
  /** The same, stored as made at the first call. Callers ask by `serviceSecret`, which writes only then. */
  secret(name: string, made: Uint8Array): Promise<Uint8Array>;
}
