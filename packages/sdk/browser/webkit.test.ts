import { launchWebkit, skip } from './webkit.ts';
import { testWhereBrowsersDiffer } from './where-browsers-differ.ts';

testWhereBrowsersDiffer('WebKit', launchWebkit, skip);
