/** Why a visit is put aside, and teaches nothing. */
export type Reason =
  /** A crawler or an automated browser, by its own User-Agent. */
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
  | 'excluded';

/** The reasons with their wording for reports, in the order in which they are looked for. */
export const REASONS: Readonly<Record<Reason, string>> = {
  excluded: 'excluded by hand',
  robot: 'a crawler or automated browser, by its own User-Agent',
  late: 'arrived later than an offline queue explains',
  repetition: 'one product over and over',
  tempo: 'faster than a person can be',
  address: 'too many visits from one network',
  flood: 'far more visits in an hour than usual',
  copy: 'the same products as in many other visits',
};
