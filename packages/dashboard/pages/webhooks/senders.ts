import type { ManagedWebhook } from '@decidable/contract/management';

type Sender = ManagedWebhook['sender'];

/** What people know a system by, and what it delivers. */
export const senders: Readonly<Record<Sender, { readonly name: string; readonly delivers: string }>> = {
  segment: {
    name: 'Segment or RudderStack',
    delivers: 'What shoppers look at, search for, put into the cart and buy.',
  },
  snowplow: { name: 'Snowplow', delivers: 'The same, as enriched events.' },
  shopify: { name: 'Shopify', delivers: 'Orders, as they are placed, changed and cancelled.' },
  woocommerce: { name: 'WooCommerce', delivers: 'Orders, once they are paid.' },
};

export const senderNames = Object.keys(senders) as readonly Sender[];

export const nameOf = ({ label, sender }: ManagedWebhook): string => label ?? senders[sender].name;
