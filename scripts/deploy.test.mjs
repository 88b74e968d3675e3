import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './lib/process.mjs';
import { operatorTools } from './lib/tools.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

/** Names of the variables a server reads: those of the schema, and those of counterparties. */
const SETTINGS =
  read('packages/server/src/kernel/settings-schema.ts') + read('packages/server/src/kernel/limits.ts');
const isSetting = (/** @type {string} */ name) =>
  new RegExp(`\\b${name}\\b`).test(SETTINGS) || /_(URL|SECRET)$/.test(name);

const HEALTH = [...read('packages/server/src/http/health.ts').matchAll(/app\.get\('([^']+)'/g)].map(
  (match) => match[1],
);
const METRICS = [
  'kernel/metrics.ts',
  'metrics/gauges.ts',
  'metrics/wal-shipping.ts',
  'composition/parts-off.ts',
].flatMap((file) =>
  [...read(`packages/server/src/${file}`).matchAll(/'(krapao_\w+)'/g)].map((match) => match[1] ?? ''),
);
/** Recognises a metric's name. Gauges of waiting items come in pairs. */
const isMetric = (/** @type {string} */ name) =>
  METRICS.includes(name.replace(/_(bucket|count|sum)$/, '')) ||
  METRICS.includes(name.replace(/_oldest_seconds$/, ''));

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map((match) =>
    (match[1] ?? '').split(' '),
  );

  it('copies what there is', () => {
    expect(copies.length).toBeGreaterThan(10);
    for (const words of copies)
      for (const source of words.slice(0, -1))
        expect([source, existsSync(join(root, source))]).toEqual([source, true]);
  });

  it('has the manifest of every workspace in both stages, as the lock file wants', () => {
    const { workspaces } = JSON.parse(read('package.json'));
    for (const folder of workspaces)
      expect(dockerfile.split(`COPY ${folder}/package.json ${folder}/`)).toHaveLength(3);
  });

  it('is the real thing: no sandbox, and the checks of production', () => {
    const env = /^FROM [^\n]+\n(?:#.*\n)*ENV (.+)$/m.exec(dockerfile)?.[1]?.split(' ');
    expect(env).toEqual(expect.arrayContaining(['SANDBOX=0', 'NODE_ENV=production']));
  });

  it('has the programs and the scripts that commands in it need', () => {
    expect(dockerfile).toMatch(/apt-get install[^\n]+postgresql-client/);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    const copied = [...last.matchAll(/^COPY (.+)$/gm)]
      .flatMap(([, words = '']) => words.split(' ').slice(0, -1))
      .map((path) => path.replace('/app/', ''));
    for (const folder of ['packages/server/migrations', 'packages/server/sql', 'packages/server/data'])
      expect(last).toContain(`COPY ${folder} ${folder}\n`);
    const { serve, migrate, tool } = JSON.parse(read('package.json')).scripts;
    const needed = [serve, migrate, tool]
      .flatMap((script) => script.match(/(?:\.\/)?(?:scripts|packages)\/\S+/g))
      .map((path) => path.replace('./', ''));
    expect(needed).toContain('scripts/tool.mjs');
    const files = [...needed, ...operatorTools.map(({ file }) => file)];
    const isCopied = (/** @type {string} */ file) =>
      copied.some((path) => file === path || file.startsWith(`${path}/`));
    expect(files.filter((file) => !isCopied(file))).toEqual([]);
  });

  it('runs without rights, and by the command of npm run serve', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    const [program, ...words] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]');
    const serve = JSON.parse(read('package.json')).scripts.serve;
    expect(program).toBe('node');
    expect(words.at(-1)).toBe('packages/server/bundle/main.js');
    for (const word of words) expect(serve).toContain(word);
  });
});

describe('the content', () => {
  it('is the operator’s own, mounted where the settings say', () => {
    const { services } = parse(read('deploy/compose.yml'), { merge: true });
    const { environment, volumes, read_only: isReadOnly } = services['server-1'];
    expect(volumes.some((/** @type {string} */ one) => one.endsWith(`:${environment.CONTENT_DIR}:ro`))).toBe(
      true,
    );
    expect(isReadOnly).toBe(true);
    const [deployment] = parseAllDocuments(read('deploy/kubernetes/server.yml')).map((one) => one.toJS());
    const [container] = deployment.spec.template.spec.containers;
    const { value } = container.env.find((/** @type {any} */ { name }) => name === 'CONTENT_DIR');
    expect(container.volumeMounts).toContainEqual({ name: 'content', mountPath: value, readOnly: true });
  });
});

describe('the compose file', () => {
  const { services } = parse(read('deploy/compose.yml'), { merge: true });

  it('names settings that there are', () => {
    const names = Object.keys(services['server-1'].environment);
    expect(names).toContain('DATABASE_URL');
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });

  it('has the balancer lead to its servers, and gives a server time to drain', () => {
    const config = read('deploy/nginx/krapao.conf');
    const led = [...config.matchAll(/server (server-\d):8080/g)].map((match) => match[1]);
    expect(led).toEqual(Object.keys(services).filter((name) => name.startsWith('server-')));
    const { environment, stop_grace_period: grace } = services['server-1'];
    const drainS = (Number(environment.DRAIN_GRACE_MS) + Number(environment.DRAIN_TIMEOUT_MS)) / 1_000;
    expect(parseInt(grace)).toBeGreaterThan(drainS);
    for (const volume of services.balancer.volumes)
      expect(existsSync(join(root, 'deploy', volume.split(':')[0]))).toBe(true);
  });

  it('lets nobody but the balancer be reached from outside', () => {
    const isFromOutside = (/** @type {string} */ port) => !port.startsWith('127.0.0.1:');
    const open = Object.entries(services).filter(([, service]) => service.ports?.some(isFromOutside));
    expect(open.map(([name]) => name)).toEqual(['balancer']);
  });
});

describe('the Kubernetes manifest', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/server.yml')).map((one) => one.toJS());
  const byKind = Object.fromEntries(documents.map((one) => [one.kind, one]));
  const { spec } = byKind.Deployment.spec.template;
  const [container] = spec.containers;

  it('has what it needs, each of an API that there is', () => {
    expect(documents.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
      'networking.k8s.io/v1 NetworkPolicy',
    ]);
    for (const { metadata } of documents) expect(metadata.name).toBe('krapao-server');
  });

  it('selects the pods it makes', () => {
    const { labels } = byKind.Deployment.spec.template.metadata;
    expect(byKind.Deployment.spec.selector.matchLabels).toEqual(labels);
    expect(byKind.Service.spec.selector).toEqual(labels);
    expect(byKind.PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels);
    expect(byKind.NetworkPolicy.spec.podSelector.matchLabels).toEqual(labels);
  });

  it('asks after the health at paths that there are, on ports that are opened', () => {
    const ports = new Map(
      container.ports.map((/** @type {any} */ port) => [port.name, String(port.containerPort)]),
    );
    const env = new Map(container.env.map((/** @type {any} */ one) => [one.name, one.value]));
    expect([ports.get('http'), ports.get('metrics')]).toEqual([env.get('PORT'), env.get('METRICS_PORT')]);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe].httpGet;
      expect(HEALTH).toContain(path);
      expect(port).toBe('http');
    }
    expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
    expect(byKind.Service.spec.ports[0].targetPort).toBe('http');
  });

  it('names settings that there are, and secrets by reference alone', () => {
    const names = container.env.map((/** @type {any} */ { name }) => name);
    expect(names.filter((/** @type {string} */ name) => !isSetting(name))).toEqual([]);
    for (const one of container.env)
      if (/SECRET|DATABASE_URL/.test(one.name)) expect(one.valueFrom.secretKeyRef.name).toBe('krapao');
  });

  it('gives a pod time to drain, and replaces none before another is ready', () => {
    const env = Object.fromEntries(container.env.map((/** @type {any} */ one) => [one.name, one.value]));
    const drainS = (Number(env.DRAIN_GRACE_MS) + Number(env.DRAIN_TIMEOUT_MS)) / 1_000;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(drainS);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(Number(env.DRAIN_GRACE_MS) / 1_000).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(byKind.Deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });
});

describe('the alarms', () => {
  const rules = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
    (/** @type {any} */ group) => group.rules,
  );

  it('are on figures that are shown', () => {
    expect(METRICS.length).toBeGreaterThan(20);
    for (const { alert, expr } of rules) {
      const names = [...expr.matchAll(/krapao_\w+/g)].map((match) => match[0]);
      expect([alert, names.length > 0]).toEqual([alert, true]);
      for (const name of names) expect([name, isMetric(name)]).toEqual([name, true]);
    }
  });

  it('tell of figures that are gone, which every comparison is silent about', () => {
    const gone = rules.filter((/** @type {any} */ { expr }) => expr.startsWith('absent('));
    const severities = gone.map((/** @type {any} */ { alert, labels }) => [alert, labels.severity]);
    expect(severities).toEqual([
      ['AuditNever', 'ticket'],
      ['ServersGone', 'page'],
      ['BackupNever', 'ticket'],
    ]);
  });

  it('each have a page of what to do, and the other way round', () => {
    const headings = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map((match) => match[1]);
    expect(new Set(rules.map((/** @type {any} */ { alert }) => alert))).toEqual(new Set(headings));
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });
});
