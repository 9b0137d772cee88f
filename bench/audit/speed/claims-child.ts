import { verify } from '@decidable/engine/audit';
import { interpretTogether, readTable } from '@decidable/engine/catalogue';
import { MANY_CLAIMS, manyClaims } from './limit-claims.ts';

// Times reading and verifying one case of many claims in a process of its own.

const { before, after, claimed } = manyClaims(MANY_CLAIMS[process.argv[2]]);
const used = process.cpuUsage();
const start = performance.now();
const result = verify(...interpretTogether(readTable(before), readTable(after)), {
  repairs: claimed.map((attribute) => ({ attribute })),
});
const milliseconds = performance.now() - start;
const { user, system } = process.cpuUsage(used);
process.stdout.write(
  JSON.stringify({
    products: result.products.common,
    milliseconds,
    cpuMilliseconds: (user + system) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
