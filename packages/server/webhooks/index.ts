export {
  createWebhook,
  removeWebhook,
  WEBHOOK_SENDERS,
  type WebhookSettings,
  webhookPath,
  webhookSecret,
  webhookSender,
} from './webhooks.ts';
