import { settings } from '@decidable/server/settings';
import { Option } from 'commander';

/** Apart from what opens the store, which takes longer to load than a grading of a small file. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'the data folder')
    .env('DECIDABLE_DATA')
    .default(settings.find(({ variable }) => variable === 'DECIDABLE_DATA')?.standard);
}
