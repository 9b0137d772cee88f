import { limits } from '@decidable/contract/limits';
import type { RepairClaim } from '@decidable/engine/audit';
import { BadInput } from './fault.ts';
import type { GivenFile } from './input.ts';

const EXAMPLE = '[{ "attribute": "material", "method": "supplier sheet", "actualHours": 8 }]';

/**
 * Reads claims as `/catalog/verify` takes them in `repairs`: a JSON array, or a body that holds one under that name.
 *
 * @throws BadInput with the position of the error and the expected value.
 */
export function parseRepairs(file: GivenFile): RepairClaim[] {
  const parsed = parseJson(file);
  const list = isRecord(parsed) && 'repairs' in parsed ? parsed.repairs : parsed;
  if (!Array.isArray(list))
    throw new BadInput(`${file.name}: claims are a JSON array, for example ${EXAMPLE}`);
  if (list.length > limits.repairs) {
    throw new BadInput(
      `${file.name}: at most ${limits.repairs} claims are graded at once; this file has ${list.length}.`,
    );
  }
  return list.map((claim, index) => parseClaim(claim, `${file.name}, claim ${index + 1}`));
}

function parseClaim(claim: unknown, place: string): RepairClaim {
  if (!isRecord(claim)) throw new BadInput(`${place}: give an object, for example ${EXAMPLE}`);
  const attribute = claim.attribute;
  if (typeof attribute !== 'string' || attribute === '') {
    throw new BadInput(`${place}: "attribute" must name the column that was worked on.`);
  }
  tooLong(attribute, 'attribute', limits.repairAttribute, place);
  const method = claim.method;
  if (method !== undefined) {
    if (typeof method !== 'string')
      throw new BadInput(`${place}: "method" must be text, such as "supplier sheet".`);
    tooLong(method, 'method', limits.repairMethod, place);
  }
  const estimatedHours = hours(claim, 'estimatedHours', place);
  const actualHours = hours(claim, 'actualHours', place);
  return {
    attribute,
    ...(method === undefined ? {} : { method }),
    ...(estimatedHours === undefined ? {} : { estimatedHours }),
    ...(actualHours === undefined ? {} : { actualHours }),
  };
}

function hours(claim: Record<string, unknown>, name: string, place: string): number | undefined {
  const value = claim[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0 && value <= limits.repairHours)) {
    throw new BadInput(
      `${place}: "${name}" must be a number from 0 to ${limits.repairHours}, without quotes.`,
    );
  }
  return value;
}

function tooLong(text: string, name: string, most: number, place: string): void {
  if ([...text].length > most) throw new BadInput(`${place}: "${name}" may have ${most} characters.`);
}

function parseJson(file: GivenFile): unknown {
  const text = new TextDecoder().decode(file.bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BadInput(`${file.name}${placeOf(error, text)}: this is not JSON. Claims look like ${EXAMPLE}`);
  }
}

/** Line and column of a syntax error, which V8 reports as an offset. */
function placeOf(error: SyntaxError, text: string): string {
  const position = /at position (\d+)/u.exec(error.message)?.[1];
  const until = text.slice(0, position === undefined ? text.length : Number(position));
  const line = until.split('\n').length;
  return `, line ${line}, column ${until.length - until.lastIndexOf('\n')}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
