import type { OrganizationId } from './identity.ts';

/** Whose shape and signature the deliveries of a webhook have. */
export type WebhookSender = 'segment' | 'snowplow' | 'shopify' | 'woocommerce';

/** An address at which another system delivers what shoppers did. */
export interface Webhook {
  /** Random: it stands in the address, with its organization. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly sender: WebhookSender;
  readonly label?: string;
  /** The secret that deliveries are signed with, sealed: nothing in the store opens it without the secret of the service. */
  readonly sealedSecret: Uint8Array;
  /** ms since the epoch */
  readonly createdAt: number;
}

/** Few of an organization; each is read from the store whenever something is delivered, so a removal holds at once. */
export interface Webhooks {
  create(webhook: Webhook): Promise<void>;
  /** Oldest first. */
  list(organizationId: OrganizationId): Promise<readonly Webhook[]>;
  find(organizationId: OrganizationId, id: string): Promise<Webhook | undefined>;
  /** Whether there was one. */
  remove(organizationId: OrganizationId, id: string): Promise<boolean>;
}
