import assert from 'node:assert/strict';
import { parse } from 'yaml';

/*
 * The documented contract of custom templates of Google Tag Manager, as far as our template uses it
 * (developers.google.com/tag-platform/tag-manager/templates): the parts of a file, the APIs, and the permissions that they
 * ask for. It is not Google's implementation, which nobody else may run.
 */

/** A value as permissions are written: 1 is a text, 2 a list, 3 a map, 8 yes or no. */
interface Written {
  readonly type: number;
  readonly string?: string;
  readonly boolean?: boolean;
  readonly listItem?: readonly Written[];
  readonly mapKey?: readonly Written[];
  readonly mapValue?: readonly Written[];
}

function readValue({ type, string, boolean, listItem = [], mapKey = [], mapValue = [] }: Written): unknown {
  if (type === 1) return string;
  if (type === 8) return boolean;
  if (type === 2) return listItem.map(readValue);
  return Object.fromEntries(mapKey.map((key, n) => [readValue(key), readValue(mapValue[n]!)]));
}

export interface Template {
  readonly info: { readonly type: string; readonly containerContexts: readonly string[] };
  readonly parameters: readonly {
    readonly name: string;
    readonly defaultValue?: unknown;
    readonly selectItems?: readonly { readonly value: string }[];
    readonly valueValidators?: readonly { readonly type: string; readonly args?: readonly string[] }[];
  }[];
  readonly code: string;
  /** By name, the list that the permission has. */
  readonly permissions: Readonly<Record<string, readonly unknown[]>>;
  readonly tests: {
    readonly scenarios: readonly { readonly name: string; readonly code: string }[];
    readonly setup: string;
  };
}

/** The parts of an exported template, which stand under their names in capitals. */
export function readTemplate(text: string): Template {
  const parts = new Map(
    [...text.matchAll(/^___(\w+)___$\n([\s\S]*?)(?=^___\w+___$|(?![\s\S]))/gm)].map(([, name, body]) => [
      name,
      body!.trim(),
    ]),
  );
  const part = (name: string) => {
    const body = parts.get(name);
    assert.ok(body !== undefined, `the template has ${name}`);
    return body;
  };
  const permissions = JSON.parse(part('WEB_PERMISSIONS')) as {
    readonly instance: {
      readonly key: { readonly publicId: string };
      readonly param: readonly { readonly value: Written }[];
    };
  }[];
  return {
    info: JSON.parse(part('INFO')),
    parameters: JSON.parse(part('TEMPLATE_PARAMETERS')),
    code: part('SANDBOXED_JS_FOR_WEB_TEMPLATE'),
    permissions: Object.fromEntries(
      permissions.map(({ instance: { key, param } }) => [
        key.publicId,
        param.flatMap(({ value }) => readValue(value) as unknown[]),
      ]),
    ),
    tests: parse(part('TESTS')),
  };
}

/**
 * Runs a template in a page, or anywhere: everything that it uses stands in it, so that its source can be sent there.
 *
 * @param permissions what it may do; anything else throws, as it does there
 */
export function runTemplate(
  code: string,
  permissions: Readonly<Record<string, readonly unknown[]>>,
  data: Readonly<Record<string, unknown>>,
  page: Record<string, unknown>,
  consent: { granted: Record<string, boolean>; listeners: [string, (type: string, is: boolean) => void][] },
): void {
  const listed = (name: string) => permissions[name] ?? [];
  const need = (isGranted: boolean, what: string) => {
    if (!isGranted) throw new Error(`Permission denied: ${what}`);
  };
  const key = (name: string, ...uses: readonly string[]) =>
    need(
      listed('access_globals').some((each) => {
        const granted = each as Record<string, unknown>;
        return granted.key === name && uses.every((use) => granted[use] === true);
      }),
      `access_globals ${uses} ${name}`,
    );
  const consentType = (type: string) =>
    need(
      listed('access_consent').some((each) => {
        const granted = each as Record<string, unknown>;
        return granted.consentType === type && granted.read === true;
      }),
      `access_consent ${type}`,
    );
  const matches = (url: string, pattern: string) =>
    url.startsWith('https://') &&
    new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(url);
  const apis: Readonly<Record<string, unknown>> = {
    getType: (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value),
    copyFromWindow: (name: string) => {
      key(name, 'read');
      return page[name];
    },
    createQueue: (name: string) => {
      key(name, 'read', 'write');
      page[name] ??= [];
      return (...values: unknown[]) => (page[name] as unknown[]).push(...values);
    },
    callInWindow: (path: string, ...args: unknown[]) => {
      key(path, 'execute');
      const names = path.split('.');
      const owner = names
        .slice(0, -1)
        .reduce<unknown>((value, name) => Reflect.get(Object(value), name), page);
      return (Reflect.get(Object(owner), names.at(-1)!) as (...args: unknown[]) => unknown).apply(
        owner,
        args,
      );
    },
    injectScript: (url: string, onSuccess: () => void, onFailure: () => void, _token?: string) => {
      need(
        listed('inject_script').some((pattern) => matches(url, String(pattern))),
        `inject_script ${url}`,
      );
      const document = (globalThis as { document?: Document }).document;
      if (document === undefined) return;
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.onload = onSuccess;
      script.onerror = onFailure;
      document.head.append(script);
    },
    isConsentGranted: (type: string) => {
      consentType(type);
      return consent.granted[type] ?? true;
    },
    addConsentListener: (type: string, listener: (type: string, is: boolean) => void) => {
      consentType(type);
      consent.listeners.push([type, listener]);
    },
  };
  const require = (name: string) => {
    if (!Object.hasOwn(apis, name)) throw new Error(`There is no API ${name}`);
    return apis[name];
  };
  new Function('require', 'data', `'use strict';${code}`)(require, data);
}

/** Runs the tests of a template as its editor does: APIs are mocked, and permissions are not asked for. */
export function runScenario({ code, tests }: Template, scenario: string): void {
  const mocks = new Map<string, unknown>();
  const calls = new Map<string, unknown[][]>();
  const called = (name: string) => calls.get(name) ?? [];
  const api =
    (name: string) =>
    (...args: unknown[]) => {
      calls.set(name, [...called(name), args]);
      const mocked = mocks.get(name);
      if (typeof mocked === 'function') return mocked(...args);
      if (mocks.has(name)) return mocked;
      if (name === 'getType') return Array.isArray(args[0]) ? 'array' : typeof args[0];
      if (name.startsWith('gtmOn')) return undefined;
      throw new Error(`${name} is not mocked`);
    };
  const run = (data: object) =>
    new Function('require', 'data', `'use strict';${code}`)(api, {
      ...data,
      gtmOnSuccess: api('gtmOnSuccess'),
      gtmOnFailure: api('gtmOnFailure'),
    });
  const assertThat = (actual: unknown) => ({
    isEqualTo: (expected: unknown) => assert.deepEqual(actual, expected),
  });
  const assertApi = (name: string) => ({
    wasCalled: () => assert.ok(called(name).length > 0, `${name} was called`),
    wasCalledWith: (...args: unknown[]) =>
      assert.ok(
        called(name).some((each) => each.every((arg, n) => arg === args[n])),
        `${name} was called with ${args}`,
      ),
  });
  const mock = (name: string, value: unknown) => mocks.set(name, value);
  const source = `'use strict';${tests.setup}\n${scenario}`;
  new Function('mock', 'runCode', 'assertThat', 'assertApi', source)(mock, run, assertThat, assertApi);
}
