import { endianness } from 'node:os';
import { version } from '../../operations/release.ts';
import { Pace, SERVICE } from '../../time-slices.ts';
import type { BuiltCatalogue } from '../shop.ts';
import { openFlatFile, writeFlatFile } from './flat-file.ts';

/**
 * Names what a built catalogue is stored as. Another release may build another index of the same catalogue: each has files of its
 * own. The number is raised where what is built changes within a release.
 */
export const INDEX_FORMAT = `14 ${version} ${endianness()}`;

/** A built catalogue as bytes that threads share, and that are stored. */
export type CatalogueFile = Uint8Array<SharedArrayBuffer>;

export const writeCatalogue = (built: BuiltCatalogue): CatalogueFile => writeFlatFile(built);

/** Opens what {@link writeCatalogue} wrote, in turns with requests. @throws Error for other bytes */
export const openCatalogue = async (file: Uint8Array): Promise<BuiltCatalogue> =>
  (await openFlatFile(file, new Pace(SERVICE))) as BuiltCatalogue;
