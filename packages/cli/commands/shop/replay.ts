import {
  emptyProfile,
  fold,
  type Profile,
  personasOf,
  readProfile,
  replay,
  strength,
} from '@decidable/engine/session';
import { oneLine } from '@decidable/report/printable';
import { counted } from '@decidable/report/wording';
import { type Replayed, type SessionHistory, sessionHistory } from '@decidable/server/ranking';
import { BuildPool, Shops } from '@decidable/server/shops';
import type {
  LoggedSignal,
  OrganizationId,
  RankingDecision,
  SessionId,
  Storage,
} from '@decidable/server/storage';
import type { Command } from 'commander';
import { jsonOption, wholeNumber } from '../../options.ts';
import { printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { paint } from '../../terminal/paint.ts';

/** Interests below this are not worth a line. */
const LEAST = 0.05;
const MOST_INTERESTS = 4;
const MOST_ITEMS = 10;

interface Flags extends OrganizationFlag {
  readonly decision?: string;
  readonly steps: number;
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('replay')
    .summary('how a session came to be, and its ranking made again')
    .description(
      'Prints a session signal by signal, with what each made of it, and then makes a ranking of the session again from the log, the catalogue and the model of its time, and compares the bytes with those that were sent.',
    )
    .argument('<session>', 'the session id')
    .addOption(organizationOption())
    .option('--decision <id>', 'the ranking to make again. Default: the last one of the session')
    .option(
      '--steps <number>',
      'how many of the last signals to print',
      (text) => wholeNumber(text, 0, 1e6),
      50,
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, sessionId, signals, profile, personas, decision }'))
    .action(run);
}

async function run(session: string, flags: Flags): Promise<void> {
  const sessionId = session.normalize() as SessionId;
  const { log, ranking } = await withOrganization(flags, (storage, id) =>
    read(storage, id, sessionId, flags.decision),
  );
  const folded = replay(log);
  const profile = folded && readProfile(folded);
  const personas = profile === undefined ? [] : personasOf(profile, profile.lastSeenAt);
  if (flags.json) {
    await printJson({
      organizationId: flags.org,
      sessionId: session,
      signals: log,
      profile,
      personas,
      ...(ranking && { decision: shownDecision(ranking.decision, ranking.replayed) }),
    });
  } else {
    const last = personas.map(({ label, score }) => `  ${score.toFixed(2)}  ${oneLine(label)}`);
    await printLines([
      ...(log.length > 0 ? tell(log, flags.steps) : []),
      ...(last.length > 0 ? ['', 'Personas at the last signal, without the catalogue:', ...last] : []),
      '',
      ...(ranking
        ? tellDecision(ranking.decision, ranking.replayed)
        : ['No ranking of this session is kept.']),
    ]);
  }
  if (ranking?.replayed.made && !ranking.replayed.same) process.exitCode = 1;
}

async function read(
  storage: Storage,
  organizationId: OrganizationId,
  sessionId: SessionId,
  decisionId: string | undefined,
): Promise<SessionHistory> {
  const builder = new BuildPool();
  try {
    const shops = new Shops({ storage, builder });
    return await sessionHistory(storage, shops, organizationId, sessionId, decisionId);
  } finally {
    await builder.close();
  }
}

/** What a session is most interested in, as of its last signal. */
function interestsOf(profile: Profile): string {
  const { interests, step, lastSeenAt } = profile;
  return (['category', 'brand', 'attribute', 'keyword'] as const)
    .flatMap((kind) =>
      interests[kind].map((interest) => ({
        name: `${kind} ${interest.name}`,
        worth: strength(interest, lastSeenAt, step),
      })),
    )
    .filter(({ worth }) => worth >= LEAST)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST_INTERESTS)
    .map(({ name, worth }) => `${name} ${worth.toFixed(2)}`)
    .join(', ');
}

const timeOf = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19);

/** The last signals, one a line, each with what the session is about after it. */
function tell(log: readonly LoggedSignal[], steps: number): string[] {
  const { dim } = paint(process.stdout);
  const lines: string[] = [];
  let profile = emptyProfile(log[0].at);
  for (const signal of log) {
    profile = fold(profile, signal);
    if (log.length - signal.sequence >= steps) continue;
    const said = signal.value ?? (signal.type === 'context' ? signal.data : '');
    const about = interestsOf(readProfile(profile));
    lines.push(
      `${String(signal.sequence).padStart(5)}  ${timeOf(signal.at)}  ${oneLine(`${signal.type} ${said}`)}`,
      ...(about === '' ? [] : [dim(`       → ${oneLine(about)}`)]),
    );
  }
  const left = log.length - Math.min(log.length, steps);
  return [
    `${counted(log.length, 'signal')}, the first at ${timeOf(log[0].at)} UTC`,
    ...(left > 0 ? [`  … ${left} earlier`] : []),
    ...lines,
  ];
}

interface Item {
  readonly id: string;
  readonly rank: number;
  readonly score: number;
  readonly why: string;
}

function tellDecision({ id, endpoint, at }: RankingDecision, replayed: Replayed): string[] {
  const head = `Ranking ${id} of ${endpoint} at ${timeOf(at)} UTC`;
  if (!replayed.made) return [head, `  cannot be made again: ${replayed.missing}`];
  const { record, json, same } = replayed;
  const items = JSON.parse(json) as readonly Item[];
  return [
    head,
    `  session as of signal ${record.sequence ?? 'none'}, catalogue ${record.catalogueVersion ?? 'none'}, model ${record.modelVersion}`,
    ...items
      .slice(0, MOST_ITEMS)
      .map(
        ({ id: item, rank, score, why }) =>
          `${String(rank).padStart(5)}  ${oneLine(item)}  ${score.toFixed(5)}  ${oneLine(why)}`,
      ),
    ...(items.length > MOST_ITEMS ? [`  … ${items.length - MOST_ITEMS} more`] : []),
    same
      ? `  The same ${counted(new TextEncoder().encode(json).length, 'byte')} as were sent (SHA-256 ${record.digest}).`
      : `  NOT the bytes that were sent: those had SHA-256 ${record.digest}.`,
  ];
}

function shownDecision(decision: RankingDecision, replayed: Replayed): unknown {
  const { id, endpoint, at } = decision;
  return {
    decisionId: id,
    endpoint,
    at: new Date(at).toISOString(),
    ...(replayed.made
      ? { same: replayed.same, digest: replayed.record.digest, ranked: JSON.parse(replayed.json) as unknown }
      : { missing: replayed.missing }),
  };
}
