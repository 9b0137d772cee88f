import {
  createWebhook,
  listWebhooks,
  type ManagedWebhook,
  removeWebhook,
} from '@decidable/contract/management';
import { isoTime } from '../json/iso-time.ts';
import { keyLabel } from '../keys/index.ts';
import { checkedField } from '../management/checked-field.ts';
import { manage } from '../management/manage.ts';
import type { Webhook } from '../storage/ports.ts';
import { createWebhook as create, removeWebhook as remove, webhookPath } from './webhooks.ts';

/** A webhook as its owner sees it. */
const managedWebhook = (webhook: Webhook): ManagedWebhook => {
  const { id, sender, label, createdAt } = webhook;
  return {
    id,
    sender,
    ...(label !== undefined && { label }),
    path: webhookPath(webhook),
    createdAt: isoTime(createdAt),
  };
};

export const endpoints = [
  manage(listWebhooks, async ({ organizationId }, { storage }) => ({
    webhooks: (await storage.webhooks.list(organizationId)).map(managedWebhook),
  })),

  manage(createWebhook, async ({ organizationId, body, at, audit }, { storage }) => {
    const { sender, secret: given } = body;
    const text = (body.label ?? '').trim();
    const label = text === '' ? undefined : checkedField('label', text, keyLabel);
    const { webhook, secret } = await create(
      storage,
      organizationId,
      { sender, ...(label !== undefined && { label }), ...(given !== undefined && { secret: given }) },
      at,
    );
    await audit('webhook.created', webhook.id, { sender, ...(label !== undefined && { label }) });
    return { webhook: managedWebhook(webhook), ...(secret !== undefined && { secret }) };
  }),

  manage(removeWebhook, async ({ organizationId, params, audit }, { storage }) => {
    await remove(storage, organizationId, params.webhookId);
    await audit('webhook.removed', params.webhookId);
    return { removed: true as const };
  }),
];
