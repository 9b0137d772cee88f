import { basePath } from '@decidable/contract';
import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** A key that is limited to some endpoints works for those only. */
export const requirePermittedCall: Check = ({ key, route }) => {
  const { endpoints } = key!;
  if (endpoints === undefined || endpoints.some((path) => route === basePath + path)) return;
  throw new Refusal(
    'FORBIDDEN',
    `This key may not call this endpoint, but only ${endpoints.join(', ')}. Use another key for it.`,
  );
};
