import { InvalidInput, NotFound } from '@decidable/server/errors';
import { keyLabel } from '@decidable/server/keys';
import type { Webhook, WebhookSender } from '@decidable/server/storage';
import {
  createWebhook,
  removeWebhook,
  WEBHOOK_SENDERS,
  webhookPath,
  webhookSecret,
  webhookSender,
} from '@decidable/server/webhooks';
import type { Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption, valid, withExamples } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

interface CreateFlags extends Flags {
  readonly sender: WebhookSender;
  readonly label?: string;
  readonly secretFrom?: string;
}

export function add(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .summary('webhooks of other systems: create, list, remove')
    .description('Addresses at which other systems deliver what shoppers did, and orders.');
  const create = webhooks
    .command('create')
    .summary('create a webhook; its secret is shown this once')
    .description('Creates a webhook. Its secret is shown this once: the store has it sealed.')
    .addOption(organizationOption())
    .requiredOption(
      '--sender <system>',
      `whose deliveries it takes: ${WEBHOOK_SENDERS.join(', ')}; segment for RudderStack, too`,
      valid(webhookSender),
    )
    .option('--label <text>', 'what it is for', valid(keyLabel))
    .option(
      '--secret-from <variable>',
      'the environment variable with the secret that the other system has made, as Shopify does. Default: one is made',
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { id, path, secret, … }'))
    .action(createAndShow);
  withExamples(create, [
    ['decidable webhooks create --org ORG --sender segment', 'for Segment or RudderStack'],
    ['decidable webhooks create --org ORG --sender shopify --secret-from SHOPIFY_SECRET', 'for Shopify'],
  ]);
  webhooks
    .command('list')
    .summary('list the webhooks of an organization')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, webhooks }'))
    .action(listWebhooks);
  webhooks
    .command('remove')
    .summary('remove a webhook; the very next delivery is refused')
    .argument('<webhook-id>', 'id of the webhook, from "webhooks list"')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { id, removed }'))
    .action(remove);
}

/** A secret of another system, which stands in no list of processes and no history of a shell. */
function secretIn(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const secret = process.env[variable];
  if (secret === undefined || secret === '')
    throw new BadInput(`--secret-from: there is no environment variable ${variable}, or it is empty.`);
  try {
    return webhookSecret(secret);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new BadInput(`--secret-from: ${error.message}`, { cause: error });
  }
}

async function createAndShow(flags: CreateFlags): Promise<void> {
  const { sender, label } = flags;
  const given = secretIn(flags.secretFrom);
  const { webhook, secret } = await withOrganization(flags, async (storage, organizationId, note) => {
    const settings = {
      sender,
      ...(label !== undefined && { label }),
      ...(given !== undefined && { secret: given }),
    };
    const created = await createWebhook(storage, organizationId, settings, Date.now());
    await note('webhook.created', created.webhook.id, { sender, ...(label !== undefined && { label }) });
    return created;
  });
  if (flags.json) {
    await printJson({ ...wireWebhook(webhook), ...(secret !== undefined && { secret }) });
    return;
  }
  await printLines([
    `address: ${webhookPath(webhook)}`,
    ...(secret === undefined ? [] : [`secret: ${secret}`]),
  ]);
  process.stderr.write('The address is below that of the service, such as https://decidable.shop.example.\n');
  if (secret !== undefined) process.stderr.write('This is the only time that the secret is shown.\n');
}

async function listWebhooks(flags: Flags): Promise<void> {
  const webhooks = await withOrganization(flags, (storage, id) => storage.webhooks.list(id));
  if (flags.json) {
    await printJson({ organizationId: flags.org, webhooks: webhooks.map(wireWebhook) });
    return;
  }
  const lines = table(
    [{ title: 'ID', whole: true }, { title: 'SENDER' }, { title: 'LABEL' }, { title: 'CREATED' }],
    webhooks.map(({ id, sender, label, createdAt }) => [
      id,
      sender,
      label ?? '',
      new Date(createdAt).toISOString().slice(0, 10),
    ]),
  );
  await printLines(lines);
}

async function remove(id: string, flags: Flags): Promise<void> {
  await withOrganization(flags, async (storage, organizationId, note) => {
    try {
      await removeWebhook(storage, organizationId, id);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new BadInput(
        `this organization has no webhook ${id}; "decidable webhooks list --org ${flags.org}" shows which there are.`,
        { cause: error },
      );
    }
    await note('webhook.removed', id);
  });
  if (flags.json) await printJson({ id, removed: true });
  else await print(`Removed ${id}.\n`);
}

/** What is told of a webhook: never its secret, but once. */
const wireWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  organizationId: webhook.organizationId,
  sender: webhook.sender,
  label: webhook.label,
  path: webhookPath(webhook),
  createdAt: new Date(webhook.createdAt).toISOString(),
});
