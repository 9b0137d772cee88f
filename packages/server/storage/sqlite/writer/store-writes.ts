import type { DatabaseSync } from 'node:sqlite';
import type { ItemNumbers } from '../decisions/item-numbers.ts';
import { type ErasedOrganizations, unlessErased } from '../erasure/erased-organizations.ts';
import { type ErasureWrites, erasureWrites } from '../erasure/erasure-writes.ts';
import { type ArtefactWrites, artefactWrites } from '../repositories/artefacts.ts';
import { type OperationWrites, operationWrites } from '../repositories/carrier.ts';
import { type CatalogueWrites, catalogueWrites } from '../repositories/catalogues.ts';
import { type KeptFileWrites, keptFileWrites } from '../repositories/gradings/kept-files.ts';
import { type KeyWrites, keyWrites } from '../repositories/known-keys.ts';
import { type LeaseWrites, leaseWrites } from '../repositories/leases.ts';
import { type ModelWrites, modelWrites } from '../repositories/models.ts';
import { type ProfileWrites, profileWrites } from '../repositories/session-profiles.ts';
import type { UsageCounter } from '../repositories/usage.ts';
import { type PartWrites, partWrites } from '../repositories/versioned-bytes.ts';
import { type RetentionWrites, retentionWrites } from '../retention/retention.ts';
import type { Compaction } from '../signal-log/compaction.ts';
import type { Journal } from '../signal-log/journal.ts';
import { commitWrites } from './apply-commit.ts';
import type { CommitWrites } from './commit-record.ts';
import type { Handlers } from './writer.ts';

/** Shows that the store takes writes. */
interface PulseWrites {
  pulse: { input: number; output: null };
}

/** Every write of the store, each declared beside the repository that offers it. */
export type StoreWrites = CommitWrites &
  OperationWrites &
  KeyWrites &
  PartWrites &
  CatalogueWrites &
  ModelWrites &
  ArtefactWrites &
  KeptFileWrites &
  ProfileWrites &
  LeaseWrites &
  ErasureWrites &
  RetentionWrites &
  PulseWrites;

/** The part of the writer that handlers share. */
export interface WriterState {
  readonly database: DatabaseSync;
  readonly journal: Journal;
  readonly compaction: Compaction;
  readonly usage: UsageCounter;
  readonly numbers: ItemNumbers;
  readonly erased: ErasedOrganizations;
}

export function storeHandlers(state: WriterState): Handlers<StoreWrites> {
  const { database, journal, compaction, usage, numbers, erased } = state;
  const pulse = database.prepare(
    'INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
  );
  return {
    ...commitWrites(database, journal, usage, numbers, erased),
    ...operationWrites(database, erased),
    ...unlessErased(erased, keyWrites(database)),
    ...unlessErased(erased, partWrites(database)),
    ...unlessErased(erased, catalogueWrites(database)),
    ...unlessErased(erased, modelWrites(database)),
    ...unlessErased(erased, artefactWrites(database)),
    ...keptFileWrites(database, erased),
    ...profileWrites(database, journal),
    ...leaseWrites(database),
    ...erasureWrites(database, journal, compaction, erased),
    ...retentionWrites(database, journal, compaction),
    pulse(at) {
      pulse.run(at);
      return null;
    },
  };
}
