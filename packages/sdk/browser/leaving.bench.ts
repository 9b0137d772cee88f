import { launch } from './chromium.ts';
import { isRight, leave, ways } from './leaving.ts';
import { Stage } from './stage.ts';

// The share of runs in which the exposures are stored, exactly once, when the shopper leaves.

const runs = Number(process.argv[2] ?? 200);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('npm run bench:leaving -- [RUNS]\n\n  RUNS    how often somebody leaves (200)');
  process.exit(2);
}
const [stage, browser] = await Promise.all([Stage.set(), launch()]);
const right = new Map<string, number>(ways.map((way) => [way, 0]));
let failures = 0;
for (let run = 0; run < runs; run++) {
  const leaving = await leave(stage, browser, ways[run % ways.length]!);
  if (isRight(leaving)) {
    right.set(leaving.way, right.get(leaving.way)! + 1);
    continue;
  }
  failures++;
  console.log(
    `run ${run}: ${leaving.way}: stored ${leaving.stored.join(' ') || 'nothing'} ${leaving.complaints.join('; ')}`,
  );
}
const version = browser.version();
await browser.close();
await stage.close();
console.log(
  `Chromium ${version}, shop on http://localhost, API on http://127.0.0.1, empty caches at every run`,
);
for (const [way, count] of right) console.log(`${way}: ${count} right`);
console.log(`${runs - failures} of ${runs} right`);
process.exitCode = failures ? 1 : 0;
