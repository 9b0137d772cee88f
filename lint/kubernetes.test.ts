import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../packages/server/config.ts';
import { settings } from '../packages/server/settings.ts';

const MODELS = {
  Deployment,
  StatefulSet,
  PodDisruptionBudget,
  Service,
  HorizontalPodAutoscaler,
  NetworkPolicy,
};
const PATHS: Readonly<Record<keyof typeof MODELS, string>> = {
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  StatefulSet: 'kubernetes-models/apps/v1/StatefulSet',
  PodDisruptionBudget: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  Service: 'kubernetes-models/v1/Service',
  HorizontalPodAutoscaler: 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
};
const root = fileURLToPath(new URL('..', import.meta.url));
const CLUSTER = 'deploy/cluster/kubernetes.yaml';
const FILES = ['deploy/kubernetes.yaml', CLUSTER] as const;
const BESIDE = ['deploy/cluster/autoscaler.yaml', 'deploy/cluster/network-policy.yaml'] as const;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string }[];
}

interface Manifest {
  readonly kind: keyof typeof MODELS;
  readonly spec: {
    readonly replicas: number;
    readonly maxUnavailable?: number;
    readonly selector: Readonly<Record<string, unknown>>;
    readonly strategy?: {
      readonly rollingUpdate: { readonly maxSurge: number; readonly maxUnavailable: number };
    };
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>;
        readonly annotations: Readonly<Record<string, string>>;
      };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const manifestsOf = (file: string): readonly Manifest[] =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8'), {
    strict: true,
    uniqueKeys: true,
  }).map((document) => {
    assert.deepEqual(document.errors, [], file);
    return document.toJS() as Manifest;
  });

const workloadOf = (file: string): Manifest =>
  manifestsOf(file).find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')!;

/** Types and formats of fields. */
function validate(manifest: object): void {
  const { kind } = manifest as Manifest;
  assert.ok(kind in MODELS, kind);
  new MODELS[kind](manifest as never).validate();
}

/**
 * What TypeScript says of manifests as literals of the types of Kubernetes: it knows each field by its name. A misspelt one
 * would be left out without a word.
 */
function compiled(manifests: readonly object[]): string {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'kubernetes-'));
  try {
    const imports = Object.keys(MODELS).map(
      (kind) => `import type { I${kind} } from '${PATHS[kind as keyof typeof MODELS]}';`,
    );
    const literals = manifests.map(
      (manifest, n) =>
        `export const m${n}: I${(manifest as Manifest).kind} = ${JSON.stringify(manifest, undefined, 2)};`,
    );
    writeFileSync(join(folder, 'manifests.ts'), [...imports, ...literals].join('\n'));
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
      '--pretty',
      'false',
    ];
    return spawnSync(join(root, 'node_modules/.bin/tsc'), [...flags, join(folder, 'manifests.ts')], {
      encoding: 'utf8',
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the manifests are of the schemas of Kubernetes: every field by its name, type and format', () => {
  const all = [...FILES, ...BESIDE].flatMap(manifestsOf);
  assert.equal(all.length, 7);
  for (const manifest of all) validate(manifest);
  assert.equal(compiled(all), '');
  const spoilt = (spoil: (manifest: Manifest & Record<string, never>) => void): object => {
    const manifest = structuredClone(workloadOf(CLUSTER)) as never;
    spoil(manifest);
    return manifest;
  };
  const misspelt = spoilt(({ spec }) =>
    Object.assign(spec.template.spec.containers[0], { readynessProbe: {} }),
  );
  assert.match(compiled([misspelt]), /"readynessProbe"' does not exist/);
  const mistyped = spoilt(({ spec }) => Object.assign(spec, { replicas: 'two' }));
  assert.throws(() => validate(mistyped), /replicas/);
});

test('each names only settings that there are, with values that the service takes, and ports that it has', () => {
  for (const file of FILES) {
    const [{ env, ports, startupProbe, readinessProbe, livenessProbe }] =
      workloadOf(file).spec.template.spec.containers;
    const known = new Set<string>(settings.map(({ variable }) => variable));
    assert.deepEqual(
      env.filter(({ name }) => !known.has(name)),
      [],
      file,
    );
    // As Kubernetes fills them in.
    const referred: Readonly<Record<string, string>> = {
      DATABASE_URL: 'postgresql://decidable:secret@db.example/decidable',
      VALKEY_URL: 'valkey://:secret@valkey.example:6379',
      DECIDABLE_NODE: 'decidable-5d7f9c-x2x4q',
    };
    const unedited = Object.fromEntries(env.map(({ name, value }) => [name, value ?? referred[name]]));
    assert.throws(() => readConfig(unedited), /TRUSTED_PROXIES must list addresses or networks/, file);
    const config = readConfig({ ...unedited, TRUSTED_PROXIES: '10.244.3.0/24' });
    const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
    assert.deepEqual(numbers, { http: config.port, operations: config.operationsPort }, file);
    const { annotations } = workloadOf(file).spec.template.metadata;
    assert.equal(annotations['prometheus.io/port'], String(config.operationsPort), file);
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      assert.equal(httpGet.port, 'operations');
    // A restart mends no store that is away.
    assert.deepEqual([readinessProbe.httpGet.path, livenessProbe.httpGet.path], ['/ready', '/health'], file);
  }
});

test('a node has its addresses from a secret, its name from its pod, and a volume for each mount', () => {
  const { spec } = workloadOf(CLUSTER).spec.template;
  const [{ env, volumeMounts }] = spec.containers;
  const of = (name: string) => env.find((each) => each.name === name);
  assert.equal(of('STORAGE')?.value, 'cluster');
  for (const name of ['DATABASE_URL', 'VALKEY_URL']) {
    assert.equal(of(name)?.value, undefined);
    assert.ok('secretKeyRef' in (of(name)?.valueFrom ?? {}), name);
  }
  assert.deepEqual(of('DECIDABLE_NODE')?.valueFrom, { fieldRef: { fieldPath: 'metadata.name' } });
  assert.deepEqual(
    volumeMounts.map(({ name }) => name),
    spec.volumes.map(({ name }) => name),
  );
  assert.doesNotMatch(readFileSync(join(root, CLUSTER), 'utf8').replaceAll(/^#.*$/gm, ''), /:\/\/\S*:\S*@/);
});

test('nodes stop one at a time, and each is waited for: by the balancer, then by its requests', () => {
  const { replicas, strategy, selector, template } = workloadOf(CLUSTER).spec;
  const budget = manifestsOf(CLUSTER).find(({ kind }) => kind === 'PodDisruptionBudget')!;
  assert.ok(replicas >= 2);
  assert.equal(budget.spec.maxUnavailable, 1);
  assert.equal(strategy?.rollingUpdate.maxUnavailable, 0);
  assert.deepEqual(
    [budget.spec.selector, selector],
    Array(2).fill({ matchLabels: template.metadata.labels }),
  );
  const [{ env, readinessProbe, lifecycle }] = template.spec.containers;
  const { lameDuck, drain } = readConfig(
    Object.fromEntries(
      env.flatMap(({ name, value }) => (name === 'LAME_DUCK_SECONDS' ? [[name, value]] : [])),
    ),
  );
  const noticed = readinessProbe.periodSeconds * (readinessProbe.failureThreshold + 1);
  assert.ok(lameDuck > noticed * 1_000, `${lameDuck} ms for ${noticed} s`);
  const stopping = lifecycle!.preStop.sleep.seconds + (lameDuck + drain) / 1_000;
  assert.ok(template.spec.terminationGracePeriodSeconds > stopping, `more than ${stopping} s`);
});

test('what stands beside the nodes is for them: autoscaler, network policy, monitor', () => {
  const documentOf = <T>(file: string): T =>
    parse(readFileSync(join(root, 'deploy/cluster', file), 'utf8'), { strict: true, uniqueKeys: true }) as T;
  const { resources } = documentOf<{ resources: readonly string[] }>('kustomization.yaml');
  assert.deepEqual(
    [...resources, 'kustomization.yaml'].sort(),
    readdirSync(join(root, 'deploy/cluster'))
      .filter((name) => name.endsWith('.yaml'))
      .sort(),
  );
  const { template } = workloadOf(CLUSTER).spec;
  const { labels } = template.metadata;
  const ports = new Set<unknown>(template.spec.containers[0].ports.map(({ name }) => name));

  interface Autoscaler {
    readonly spec: {
      readonly scaleTargetRef: { readonly kind: string; readonly name: string };
      readonly minReplicas: number;
    };
  }
  const { scaleTargetRef, minReplicas } = documentOf<Autoscaler>('autoscaler.yaml').spec;
  assert.deepEqual([scaleTargetRef.kind, scaleTargetRef.name], ['Deployment', 'decidable']);
  assert.ok(minReplicas >= 2);

  interface Policy {
    readonly spec: {
      readonly podSelector: { readonly matchLabels: object };
      readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
    };
  }
  const { podSelector, ingress } = documentOf<Policy>('network-policy.yaml').spec;
  assert.deepEqual(podSelector.matchLabels, labels);
  assert.deepEqual(new Set<unknown>(ingress.flatMap((each) => each.ports.map(({ port }) => port))), ports);

  interface Monitor {
    readonly spec: {
      readonly jobLabel: string;
      readonly selector: { readonly matchLabels: object };
      readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
    };
  }
  const { jobLabel, selector, podMetricsEndpoints } = documentOf<Monitor>('pod-monitor.yaml').spec;
  assert.deepEqual(selector.matchLabels, labels);
  assert.deepEqual(
    podMetricsEndpoints.map(({ port, path }) => [port, path]),
    [['operations', '/metrics']],
  );
  // The job of the alerts.
  assert.equal(labels[jobLabel], 'decidable');
});
