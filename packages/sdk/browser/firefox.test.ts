import { launchFirefox, skip } from './firefox.ts';
import { testWhereBrowsersDiffer } from './where-browsers-differ.ts';

testWhereBrowsersDiffer('Firefox', launchFirefox, skip);
