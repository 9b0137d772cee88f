import Type from 'typebox';

/** A time in answers: ISO 8601, UTC. */
export const Time = Type.String({ format: 'date-time' });

export const Count = Type.Integer({ minimum: 0 });

export const Cursor = Type.Optional(
  Type.String({ maxLength: 1024, description: '`next` of the page before.' }),
);

/** How far work has come. */
export const progress = [
  Type.Object({ stage: Type.String({ description: 'What is being done, as a clause.' }) }),
  Type.Object({ share: Type.Number({ minimum: 0, maximum: 1, description: 'Of the stage.' }) }),
] as const;
