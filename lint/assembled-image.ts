import { execFile } from 'node:child_process';
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the image's file says of the process that is started in it. */
export interface Image {
  readonly environment: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
}

/** The instructions of a file, those that go on over several lines in one. */
const instructionsOf = (file: string): readonly string[] =>
  file
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Puts the paths of an image below a folder, wherever they stand in a text. */
const below = (root: string, text: string): string =>
  text.replaceAll(/(?<![\w./-])(?=\/(?:app|data|tmp)\b)/g, root);

/**
 * Makes the file system of the image below a folder without a builder of images: installs the tarballs as the file does,
 * compiles the modules as it does, and takes the Node.js of this test for that of the base image.
 *
 * @returns what its last stage says, with the paths below the folder
 */
export async function assembleImage(
  containerfile: string,
  tarballs: readonly string[],
  root: string,
): Promise<Image> {
  const instructions = instructionsOf(readFileSync(containerfile, 'utf8'));
  const argumentsOf = (name: string): string => {
    const last = instructions.findLast((line) => line.startsWith(`${name} `));
    if (last === undefined) throw new Error(`${containerfile} has no ${name}.`);
    return last.slice(name.length + 1).trim();
  };
  const steps = instructions.filter((line) => line.startsWith('RUN ')).map((line) => line.slice(4));
  const options = /npm install ((?:--\S+ )+)\/tarballs/.exec(steps.join('\n'))?.[1]?.trim().split(' ');
  if (options === undefined) throw new Error(`${containerfile} installs no tarballs.`);
  const compilation = steps.find((step) => step.startsWith('node '));
  if (compilation === undefined) throw new Error(`${containerfile} compiles no modules.`);
  const [uid = 0, gid = 0] = argumentsOf('USER').split(':').map(Number);

  const app = join(root, 'app');
  const compiled = join(app, 'compiled');
  for (const folder of [compiled, join(root, 'data'), join(root, 'tmp'), join(root, 'bin')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--prefer-offline', ...options, ...tarballs], { cwd: app });
  cpSync(process.execPath, join(root, 'bin/node'));
  // All may read it; only data and temporary files may be written.
  for (const folder of [root, app]) chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) {
    for (const folder of [compiled, join(root, 'data'), join(root, 'tmp')]) chownSync(folder, uid, gid);
  }
  // Node.js keeps a compile cache for each user, so the modules are compiled as the user that runs the service.
  await run('sh', ['-c', below(root, compilation)], {
    env: {
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: compiled,
      TMPDIR: join(root, 'tmp'),
    },
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  if (process.getuid?.() === 0) {
    await run('chmod', ['-R', 'a-w', compiled]);
  } else {
    for (const path of globSync('**/*', { cwd: app, withFileTypes: true }))
      if (path.isFile()) chmodSync(join(path.parentPath, path.name), 0o444);
  }

  const list = (text: string): string[] => (JSON.parse(text) as string[]).map((each) => below(root, each));
  const pairs = [...argumentsOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    below(root, value),
  ]);
  return {
    environment: { ...Object.fromEntries(pairs), PATH: join(root, 'bin'), TMPDIR: join(root, 'tmp') },
    user: { uid, gid },
    command: [...list(argumentsOf('ENTRYPOINT')), ...list(argumentsOf('CMD'))],
    healthCheck: list(/\bCMD (\[.*\])$/.exec(argumentsOf('HEALTHCHECK'))?.[1] ?? '[]'),
    stopSignal: argumentsOf('STOPSIGNAL') as NodeJS.Signals,
  };
}
