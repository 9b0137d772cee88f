import { createHash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';

/** Types of the columns of the cluster. */
export type ColumnType = 'text' | 'bigint' | 'integer' | 'boolean' | 'bytea';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** A row as PostgreSQL takes it: values in the order of the columns. */
export type MovedRow = readonly (string | number | boolean | Uint8Array | null)[];

/**
 * The digest of a row, which both sides compute, so that rows are compared without being sent: SHA-256 of its values, each
 * text behind its length in bytes, bytes as their SHA-256, a dash for null.
 *
 * @returns 64 hexadecimal digits
 */
export function rowDigest(row: MovedRow): string {
  return sha256(row.map(textOf).join('|'));
}

function textOf(value: MovedRow[number]): string {
  if (value === null) return '-';
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`;
  return value instanceof Uint8Array ? sha256(value) : String(value);
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The same as an expression of PostgreSQL over the columns of a row. */
export function digestExpression(columns: readonly Column[]): string {
  const texts = columns.map(({ name, type }) => `coalesce(${textExpression(name, type)}, '-')`);
  return `encode(sha256(convert_to(concat_ws('|', ${texts.join(', ')}), 'UTF8')), 'hex')`;
}

function textExpression(name: string, type: ColumnType): string {
  if (type === 'text') return `octet_length(convert_to(${name}, 'UTF8')) || ':' || ${name}`;
  return type === 'bytea' ? `encode(sha256(${name}), 'hex')` : `${name}::text`;
}

/** A value of the embedded store as the cluster has it. */
export function movedValue(value: SQLOutputValue, { type }: Column): MovedRow[number] {
  if (type === 'boolean' && value !== null) return value !== 0;
  return typeof value === 'bigint' ? Number(value) : value;
}
