import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { envelopeFault, type Loose } from '../../testing/running-service.ts';

/** How often a request is sent that is refused, or not answered, and the pause between two, in ms: `Retry-After`. */
const ATTEMPTS = 4;
const RETRY_AFTER = 1_000;
/** How long an answer is waited for, in ms: far longer than a node takes to refuse. Set by hand. */
const ANSWERED_WITHIN = 10_000;
/** Visits under way at one time: beyond them none begins. */
const MOST_VISITS = 2_000;
/** One visit of so many asks for a grading, too. */
const GRADING_EVERY = 25;
/** Products of a ranking that are shown. */
const SHOWN = 3;

const GRADED = 'id,colour\n1,red\n2,blue\n3,\n';

export type Path =
  | '/track'
  | '/track/behavior'
  | '/catalog/ranked'
  | '/catalog/audit'
  | '/exposure'
  | '/event';

/** Requests that a visit of the ledger sends as a rule. */
export const REQUESTS_A_VISIT = 5 + 1 / GRADING_EVERY;

/** What became of a request; times in ms of `performance.now()`. */
export interface Answered {
  readonly path: Path;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** 0 where the connection ended without an answer. */
  readonly status: number;
  /** What a refusal says. */
  readonly message?: string;
  /** What is wrong with an answer that is neither a success nor the 503 of the interface. */
  readonly fault?: string;
}

/** What was acknowledged to one visit. */
export interface Visit {
  readonly sessionId: string;
  signals: boolean;
  event: boolean;
  /** The ranking whose exposures were acknowledged, and the products. */
  exposed?: { readonly decisionId: string; readonly items: readonly string[] };
  readonly decisions: string[];
  /** Names of behaviours. */
  readonly behaviours: string[];
}

export const signalsOf = ({ sessionId }: Visit): readonly string[] => [`${sessionId} a`, `${sessionId} b`];
export const eventOf = ({ sessionId }: Visit): string => `event of ${sessionId}`;

interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Clients that remember what was acknowledged to them. Visits begin at a constant rate, whatever the service does; each
 * sends signals, asks for a ranking, tells what it showed, a behaviour and an event, one after the other. What is refused,
 * or not answered, is sent again with its id after a second, as `Retry-After` asks. A behaviour has no id: each attempt is
 * another one.
 */
export class RequestLedger {
  readonly visits: Visit[] = [];
  readonly answers: Answered[] = [];
  /** Acknowledged and other attempts, by path. */
  readonly acknowledged = new Map<Path, number>();
  readonly uncertain = new Map<Path, number>();
  /** Visits that did not begin as too many were under way: the load was less than it was to be. */
  skipped = 0;
  readonly #address: string;
  readonly #organizationId: string;
  readonly #key: string;
  readonly #answeredWithin: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #underWay = new Set<Promise<void>>();
  readonly #unanswered = new Set<Promise<Reply>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param answeredWithin ms after which a request that hangs counts as a fault */
  constructor(address: string, organizationId: string, key: string, answeredWithin = ANSWERED_WITHIN) {
    this.#answeredWithin = answeredWithin;
    this.#address = address;
    this.#organizationId = organizationId;
    this.#key = key;
  }

  /** @param rate requests a second */
  begin(rate: number): void {
    const began = performance.now();
    let visits = 0;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - began) / 1_000) * (rate / REQUESTS_A_VISIT);
      for (; visits < due; visits++) {
        if (this.#underWay.size >= MOST_VISITS) {
          this.skipped++;
          continue;
        }
        const visit = this.#visit().finally(() => this.#underWay.delete(visit));
        this.#underWay.add(visit);
      }
    }, 10);
  }

  /** Begins no visit any more; resolves when all have ended. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  /** Resolves when the requests that were sent so far are answered, or have become a fault. */
  async answered(): Promise<void> {
    await Promise.all(this.#unanswered);
  }

  async #visit(): Promise<void> {
    const number = this.visits.length;
    const sessionId = `ledger-${number}`;
    const visit: Visit = { sessionId, signals: false, event: false, decisions: [], behaviours: [] };
    this.visits.push(visit);
    const signals = signalsOf(visit).map((value) => ({ type: 'category_view', value }));
    if (!(await this.#send('/track', () => ({ sessionId, batchId: 'first', signals })))) return;
    visit.signals = true;
    const ranked = await this.#send('/catalog/ranked', () => ({ sessionId, limit: 5, explain: false }));
    if (ranked === undefined) return;
    const { decisionId, items } = JSON.parse(ranked.text) as { decisionId: string; items: { id: string }[] };
    visit.decisions.push(decisionId);
    const shown = items.slice(0, SHOWN).map(({ id }) => id);
    if (!(await this.#send('/exposure', () => ({ sessionId, decisionId, items: shown })))) return;
    visit.exposed = { decisionId, items: shown };
    let behavior = '';
    const told = await this.#send('/track/behavior', (attempt) => {
      behavior = `${sessionId} ${attempt}`;
      return { sessionId, behavior };
    });
    if (told === undefined) return;
    visit.behaviours.push(behavior);
    const event = { sessionId, name: 'checkout', eventId: eventOf(visit), decisionId };
    if (!(await this.#send('/event', () => event))) return;
    visit.event = true;
    if (number % GRADING_EVERY === 0) await this.#send('/catalog/audit', () => ({ csv: GRADED }));
  }

  /** The answer that acknowledged the request, undefined where none did. */
  async #send(path: Path, bodyOf: (attempt: number) => object): Promise<Reply | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const sent = this.#post(path, bodyOf(attempt)).finally(() => this.#unanswered.delete(sent));
      this.#unanswered.add(sent);
      const reply = await sent;
      const counts = reply.status === 200 ? this.acknowledged : this.uncertain;
      counts.set(path, (counts.get(path) ?? 0) + 1);
      if (reply.status === 200) return reply;
      if (attempt < ATTEMPTS) await pause(RETRY_AFTER);
    }
    return undefined;
  }

  #post(path: Path, body: object): Promise<Reply> {
    const bytes = JSON.stringify(
      path === '/catalog/audit' ? body : { organizationId: this.#organizationId, ...body },
    );
    const sentAt = performance.now();
    const answered = (status: number, more: Pick<Answered, 'fault' | 'message'> = {}): void => {
      this.answers.push({ path, sentAt, answeredAt: performance.now(), status, ...more });
    };
    return new Promise((resolve) => {
      let hasFailed = false;
      const failed = (error: Error): void => {
        // A connection that breaks is told of by the request and by the answer that has begun.
        if (hasFailed) return;
        hasFailed = true;
        const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
        answered(0, {
          fault: isLate ? `no answer to ${path} within ${this.#answeredWithin} ms` : error.message,
        });
        resolve({ status: 0, text: '' });
      };
      const sent = request(
        `${this.#address}/api/v1${path}`,
        {
          method: 'POST',
          agent: this.#agent,
          headers: { 'content-type': 'application/json', 'x-api-key': this.#key },
          signal: AbortSignal.timeout(this.#answeredWithin),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () => {
            const { statusCode: status = 0 } = response;
            const text = Buffer.concat(chunks).toString();
            answered(status, status === 200 ? {} : refusalOf(response, text, path));
            resolve({ status, text });
          });
        },
      );
      sent.on('error', failed);
      sent.end(bytes);
    });
  }
}

/** What a refusal says, and what is wrong with it unless it is the 503 of the interface. */
function refusalOf(response: IncomingMessage, text: string, path: Path): Pick<Answered, 'fault' | 'message'> {
  const status = response.statusCode ?? 0;
  const headers = new Headers(
    Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  );
  let body: Loose;
  try {
    body = JSON.parse(text) as Loose;
  } catch {
    return { fault: `${status} with another body than JSON: ${text.slice(0, 100)}` };
  }
  const fault = envelopeFault({ status, headers, text, body }, 503, 'SERVICE_UNAVAILABLE', `/api/v1${path}`);
  if (fault !== undefined) return { fault };
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return { fault: 'no Retry-After' };
  return { message: String(body.error.message) };
}
