import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  Csv,
  EmptyMeansNo,
  IdColumn,
  IgnoredColumns,
  Kinds,
  OrganizationIdField,
  Reason,
  Source,
  Storage,
  text,
  Warnings,
} from '../shapes.ts';

const hours = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: limits.repairHours, description }));

export const RepairClaim = Type.Object(
  {
    attribute: text(limits.repairAttribute, 'The attribute that was worked on.'),
    method: Type.Optional(text(limits.repairMethod, 'How it was done.')),
    estimatedHours: hours('Hours that it was thought to take.'),
    actualHours: hours('Hours that it took.'),
  },
  { title: 'RepairClaim' },
);
export type RepairClaim = Static<typeof RepairClaim>;

const Count = Type.Integer({ minimum: 0 });
const MaybeNumber = Type.Union([Type.Number(), Type.Null()]);

export const GradedClaim = Type.Object(
  {
    attribute: Type.String(),
    method: Type.Optional(Type.String()),
    verdict: Type.Enum([
      'not_found',
      'unchanged',
      'regressed',
      'empty',
      'doubtful',
      'unproven',
      'partial',
      'verified',
    ]),
    bitsGained: Type.Number(),
    cellsFilled: Count,
    estimatedHours: Type.Optional(Type.Number()),
    actualHours: Type.Optional(Type.Number()),
    bitsPerHour: Type.Optional(Type.Number()),
    believed: Type.Optional(
      Type.Object(
        { share: Type.Number(), low: Type.Number(), high: Type.Number() },
        {
          description:
            'The share of the new cells that is believed, 0 to 1, and the bounds of the share that the rest of the export tells as well as it tells recorded cells; 0 and 1 if nothing tells.',
        },
      ),
    ),
    reasons: Type.Array(
      Type.Object({
        ...Reason.properties,
        details: Type.Optional(Type.String({ description: 'The figures behind the message.' })),
      }),
    ),
  },
  { title: 'GradedClaim' },
);
export type GradedClaim = Static<typeof GradedClaim>;

export const catalogVerify = endpoint({
  path: '/catalog/verify',
  operationId: 'catalogVerify',
  tag: 'Catalogue grading',
  summary: 'Decision Verification and Decision Monitor: compare two exports',
  description:
    'Compares an export from before a repair with one from after it, attribute by attribute. With repairs each claim is graded against the difference (verification); without, nothing is claimed (monitor). The result is kept when organizationId is sent.',
  metered: true,
  repeated: 'unless kept',
  bodyLimit: limits.body.verify,
  request: Type.Object({
    before: Csv('The export before the work, in the format of the audit.'),
    after: Csv('The export after the work.'),
    repairs: Type.Optional(
      Type.Array(RepairClaim, {
        maxItems: limits.repairs,
        description: 'Omit it to make the call a monitor.',
      }),
    ),
    id: Type.Optional(IdColumn),
    ignore: Type.Optional(IgnoredColumns),
    source: Type.Optional(Source),
    kinds: Type.Optional(Kinds),
    emptyMeansNo: Type.Optional(EmptyMeansNo),
    organizationId: Type.Optional(OrganizationIdField),
    category: Type.Optional(text(limits.category, "The caller's own name for the shelf, recorded as given.")),
  }),
  response: Type.Object({
    mode: Type.Enum(['verification', 'monitor']),
    products: Type.Object({
      before: Count,
      after: Count,
      common: Count,
      added: Type.Array(Type.String()),
      removed: Type.Array(Type.String()),
    }),
    answerability: Type.Object({ before: MaybeNumber, after: MaybeNumber, moved: Type.Number() }),
    attributes: Type.Array(
      Type.Object({
        attribute: Type.String(),
        header: Type.Optional(
          Type.String({ description: 'What the later export calls it, where that is another name.' }),
        ),
        status: Type.Enum(['improved', 'unproven', 'worsened', 'unchanged', 'added', 'removed']),
        bits: Type.Object({
          before: Type.Number(),
          after: Type.Number(),
          moved: Type.Number({ description: 'As the cells say, whether they are believed or not.' }),
          believed: Type.Optional(
            Type.Number({
              description:
                'What of it counts, claimed or not: what is believed, and no change that counts before it tells; these add up. Nothing of what is unproven. Only where that differs.',
            }),
          ),
          toldBy: Type.Optional(
            Type.String({ description: 'The column that tells what of it is believed and does not count.' }),
          ),
        }),
        recorded: Type.Object({ before: Count, after: Count }),
        cells: Type.Object({ filled: Count, cleared: Count, changed: Count, placeholders: Count }),
        examples: Type.Optional(
          Type.Array(
            Type.Object({
              id: Type.String(),
              title: Type.Optional(Type.String()),
              before: Type.Optional(Type.String()),
              after: Type.Optional(Type.String()),
            }),
            {
              maxItems: 10,
              description:
                'Some of the cells that differ, with the values on both sides: a random sample of the products.',
            },
          ),
        ),
      }),
    ),
    claims: Type.Optional(
      Type.Array(GradedClaim, { description: 'Only in verification: one a repair, in order.' }),
    ),
    unclaimed: Type.Optional(
      Type.Array(Type.String(), { description: 'Attributes that moved without a claim.' }),
    ),
    source: Source,
    trust: Type.Number(),
    category: Type.Optional(Type.String()),
    storage: Storage,
    warnings: Warnings,
  }),
});
export type CatalogVerifyRequest = Static<typeof catalogVerify.request>;
export type CatalogVerifyResponse = Static<typeof catalogVerify.response>;
