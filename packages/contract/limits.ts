/**
 * Every limit of the interface. Lengths are Unicode code points unless the name says bytes.
 * Raising one is compatible; lowering one narrows a type and needs a new major version.
 */
export const limits = {
  sessionId: 128,
  organizationId: 128,
  behavior: 128,
  eventName: 128,
  decisionId: 128,
  eventId: 128,
  batchId: 128,
  category: 128,
  query: 512,

  signals: 100,
  signalType: 64,
  signalValue: 512,

  /** Events of one request. */
  events: 100,

  /** Webhooks of an organization, events of one delivery, and characters of a secret. */
  webhooks: 50,
  webhookEvents: 500,
  webhookSecret: { min: 16, max: 256 },

  /** `metadata` of a behaviour and `data` of an event, as JSON. */
  freeFormBytes: 8 * 1024,
  /** Nested containers, the outermost included: `{"a":{"b":1}}` has 2. */
  freeFormNesting: 4,

  /** Products of `/search`, results of `/rerank`. */
  items: 1_000,
  itemId: 256,
  attributes: 100,
  attributeName: 64,
  attributeValue: 1_000,
  exposures: 500,
  /** Positions on a page, counted from 1. */
  position: 1_000_000,

  rankedLimit: { max: 500, default: 20 },
  /** Products of a ranking that a page may skip: 10,000 are 500 pages of 20, further than anybody turns. */
  offset: 10_000,
  /** Filters of a request, each by the name of an attribute; a filter's values and their length. */
  filters: 30,
  filterName: 256,
  filterValues: 100,
  filterValue: 512,
  /** Attributes that a request names to have them answered. */
  fields: 100,
  /** Attributes that a ranking counts for a sidebar, and the values that it lists of each. */
  facets: { max: 30, default: 0 },
  facetValues: 50,
  /** How far a list is varied: 0 is the order of the scores alone. */
  diversity: { max: 1 },
  suggestLimit: { max: 500, default: 8 },
  itemsLimit: { max: 1_000 },
  /** How far the session may change the order of `/rerank`: 0 is the caller's order. */
  strength: { max: 1, default: 0.5 },

  /** UTF-8 bytes of `csv`, `before` and `after`, each, after JSON decoding. */
  csvBytes: 2 * 1024 * 1024,
  /** The id column included. */
  csvColumns: 1_000,
  /** Cells of a table: its rows times its columns, empty ones included; characters of one cell. */
  csvCells: 5_000_000,
  cellLength: 1_000_000,
  repairs: 500,
  repairAttribute: 256,
  repairMethod: 256,
  repairHours: 1_000_000,
  applicable: 1_000,
  amortisationHorizon: 1e9,

  /** How far a signal's own time may lie from the server's, in ms. */
  signalAhead: 10 * 60_000,
  signalBehind: 24 * 3_600_000,

  /** Bytes of an export that is imported as the catalogue. */
  catalogueBytes: 32 * 1024 * 1024,
  /** Bytes of an export that is uploaded for grading. */
  exportBytes: 32 * 1024 * 1024,
  /** The same after it is unpacked, and the rows and cells that it may have; blank and empty ones included. */
  exportUnpackedBytes: 256 * 1024 * 1024,
  exportRows: 2_000_000,
  exportCells: 30_000_000,
  /** Exports that an organization keeps, and their bytes. */
  exports: 100,
  exportsBytes: 1024 * 1024 * 1024,
  /** Cells that are filled in for one grading before they are written. */
  filledCells: 200_000,

  /** Bytes of a request body, before it is parsed. */
  body: {
    session: 256 * 1024,
    outcome: 256 * 1024,
    ranked: 256 * 1024,
    webhook: 1024 * 1024,
    items: 2 * 1024 * 1024,
    audit: 6 * 1024 * 1024,
    verify: 12 * 1024 * 1024,
  },
} as const;
