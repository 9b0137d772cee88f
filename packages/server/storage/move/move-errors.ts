import { Conflict, DomainError } from '../../errors.ts';
import type { OrganizationId } from '../ports.ts';
import type { TableCheck } from './table-copy.ts';

/** The cluster has something of its own where a move would write. */
export class TargetInUse extends Conflict {}

/** An organization was moved, and the folder no longer has the rows that were. */
export class SourceChanged extends Conflict {
  constructor(id: OrganizationId, name: string) {
    super(
      `${id} (${name}) was moved, and the folder has taken writes since it was moved: a service or a command wrote to it, or what was moved is an older copy of it. Nothing was written. Where no node has served the organization from the cluster yet, move this folder into an empty database. Where nodes have, the writes of both cannot be put together: --verify names the tables that differ.`,
    );
  }
}

/** What is named in a message at most. */
const MOST_NAMED = 20;

/** Rows of the cluster are not those of the embedded store. */
export class MoveMismatch extends DomainError {
  readonly checks: readonly TableCheck[];

  /** @param checks those that failed */
  constructor(checks: readonly TableCheck[]) {
    const lines = checks.slice(0, MOST_NAMED).map(lineOf);
    const others = checks.length - lines.length;
    if (others > 0) lines.push(`and ${others} more`);
    super(
      `the cluster does not have what the data folder has:\n  ${lines.join('\n  ')}\nOrganizations that are not yet moved stay closed: move again, and what differs is written again. Of an organization that nodes have served since it was moved, differences are what they wrote.`,
    );
    this.checks = checks;
  }
}

const lineOf = ({ table, organizationId, source, target, firstDifference }: TableCheck): string => {
  const counts =
    source.rows === target.rows
      ? `${rows(source.rows)} on both sides`
      : `${rows(source.rows)} here, ${rows(target.rows)} there`;
  return `${table} of ${organizationId}: ${counts}; the first difference is at ${firstDifference || 'the row of the organization'}`;
};

const rows = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`;
