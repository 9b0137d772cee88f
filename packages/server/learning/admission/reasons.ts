/** Why a visit is put aside, and teaches nothing. */
export type Reason =
  /** A crawler or an automated browser that says so. */
  | 'robot'
  /** All that was done had arrived later than an offline queue explains. */
  | 'late'
  /** More interactions within seconds than a person can make. */
  | 'tempo'
  /** One product, over and over. */
  | 'repetition'
  /** More from one address block than its share. */
  | 'address'
  /** More visits within an hour than a key and origin usually has. */
  | 'flood'
  /** The same products as in many other visits of the day. */
  | 'copy'
  /** An owner said so. */
  | 'removed';

/** The reasons with their wording for reports, in the order in which they are looked for. */
export const REASONS: Readonly<Record<Reason, string>> = {
  removed: 'removed by hand',
  robot: 'a robot that says so',
  late: 'arrived later than an offline queue explains',
  tempo: 'faster than a person can be',
  repetition: 'one product over and over',
  address: 'more than the share of one address block',
  flood: 'more visits in an hour than usual by far',
  copy: 'the same products as in many other visits',
};
