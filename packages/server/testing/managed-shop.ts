import { becomeFirstOwner } from '@decidable/contract/management';
import { importCatalogue } from '../shops/index.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { RunningService } from './running-service.ts';
import { SIXTY_PRODUCTS } from './service-under-test.ts';
import { SignedInBrowser } from './signed-in-browser.ts';

/** A running service with a catalogue, and its owner, who is signed in. */
export class ManagedShop {
  readonly running: RunningService;
  readonly owner: SignedInBrowser;

  constructor(running: RunningService, owner: SignedInBrowser) {
    this.running = running;
    this.owner = owner;
  }

  static readonly password = 'correct horse battery';

  static async start(
    csv = SIXTY_PRODUCTS,
    options: Parameters<typeof RunningService.start>[1] = {},
  ): Promise<ManagedShop> {
    const running = await RunningService.start({}, options);
    const { storage, address, firstOwner } = running.service;
    const file = { name: 'shop.csv', bytes: new TextEncoder().encode(csv) };
    await importCatalogue(storage, running.key.organizationId, file, {}, Date.now());
    const owner = new SignedInBrowser(address);
    const body = { token: firstOwner, email: 'owner@shop.example', password: ManagedShop.password };
    const made = await owner.call(becomeFirstOwner, { body });
    if (made.status !== 200) throw new Error(`The owner could not sign up: ${made.text}`);
    return new ManagedShop(running, owner);
  }

  get organizationId(): OrganizationId {
    return this.running.key.organizationId;
  }

  get storage(): Storage {
    return this.running.service.storage;
  }

  /** Sends signals of a session as a page of the shop does. */
  async track(sessionId: string, signals: readonly object[]): Promise<void> {
    const { organizationId } = this;
    const { status, text } = await this.running.post('/track', { sessionId, organizationId, signals });
    if (status !== 200) throw new Error(text);
  }

  close(): Promise<void> {
    return this.running.close();
  }
}
