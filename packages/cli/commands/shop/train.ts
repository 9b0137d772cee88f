import { counted } from '@decidable/report/wording';
import { trainModel } from '@decidable/server/learning';
import { BuildPool } from '@decidable/server/shops';
import { THIS_PROCESS, whileLeased } from '@decidable/server/storage';
import type { Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { Progress } from '../../terminal/progress.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('train')
    .summary('train the ranking model on the sessions so far')
    .description(
      'Trains the ranking model of an organization on the whole log of its sessions, without visits that are put aside, and makes it the current one. A running service takes it over without a pause; it also trains by itself when enough is new.',
    )
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(
      jsonOption(
        'print { organizationId, trained, version, sessions, visits, touches, exposures, putAside }',
      ),
    )
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const trained = await withOrganization(flags, async (storage, id, note) => {
    const builder = new BuildPool();
    const progress = new Progress(process.stderr);
    try {
      const owner = `decidable train, ${THIS_PROCESS}`;
      const trained = await whileLeased(storage.leases, id, 'training', owner, () =>
        trainModel(storage, builder, id, Date.now(), (doing) => progress.now(doing)),
      );
      if (!trained.held) {
        throw new BadInput(
          'the model of this organization is being trained by another process. Try again when it is done, or in a minute if it died.',
        );
      }
      if (trained.result !== undefined) await note('model.trained', `${trained.result.visits} visits`);
      return trained.result;
    } finally {
      progress.end();
      await builder.close();
    }
  });
  if (flags.json) {
    await printJson({
      organizationId: flags.org,
      trained: trained !== undefined,
      ...(trained !== undefined && {
        version: trained.stored.version,
        sessions: trained.sessions,
        visits: trained.visits,
        touches: trained.touches,
        exposures: trained.exposures,
        putAside: trained.putAside,
      }),
    });
    return;
  }
  if (trained === undefined) {
    await print(
      'There is nothing to learn from yet: no session touched a product. Rankings follow the signals of each session meanwhile.\n',
    );
    return;
  }
  const { stored, sessions, visits, touches, exposures, putAside } = trained;
  await print(
    `Trained model ${stored.version} on ${counted(visits, 'visit')} of ${counted(sessions, 'session')} with ${counted(touches, 'interaction')} with products${exposures > 0 ? `, and on ${counted(exposures, 'ranking')} in which a shopper clicked` : ''}.\n`,
  );
  if (putAside === 0) return;
  await print(
    `${counted(putAside, 'visit')} put aside; "decidable sessions put-aside --org ${flags.org}" says why.\n`,
  );
}
