// Joins the compiled program and its libraries into a few files, because Node opens five hundred modules
// more slowly than it runs them: a bank from the bundle is ready in half the time. Parts that a start does
// not need stay in files of their own, which are read when they are first used.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** As deep as the rooms of the server (server/kernel/project-folder.ts). */
export const BUNDLE = join('dist', 'server', 'bundle');

/** Libraries written for CommonJS ask for Node's modules with `require`. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);";

/** Express would load it, with tables of a hundred character sets, for bodies that the bank reads itself. */
const WITHOUT_BODY_PARSER = {
  name: 'without-body-parser',
  setup(build) {
    build.onResolve({ filter: /^body-parser$/ }, () => ({ path: 'none', namespace: 'without' }));
    build.onLoad({ filter: /^none$/, namespace: 'without' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

export async function bundle(root) {
  const { build } = await import('esbuild');
  rmSync(join(root, BUNDLE), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['dist/server/main.js', 'dist/server/sandbank.js'],
    outdir: BUNDLE,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: REQUIRE },
    plugins: [WITHOUT_BODY_PARSER],
    // Half the text, half the time to read it; names stay, for the stack of an error.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
}
