import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@satchel/page/languages'
import { defineConfig, type Plugin } from 'vite'
import { compileMessage } from './src/language/compile-message.ts'
import { NO_SCRIPT, partOf } from './src/language/place-texts.ts'

/**
 * Home needs two scripts and one style sheet: browsers load six files at a time, and each further one costs a round
 * trip. Libraries have their own chunk, because they change less often.
 */
const AT_START = [
  { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial' as const] },
  { name: 'app', test: (id: string) => !id.endsWith('/service-worker.ts'), tags: ['$initial' as const] },
]

/** The wallet service serves the app below `/app/`, under a policy without inline scripts. */
export default defineConfig({
  base: '/app/',
  plugins: [splitCatalogues(), addNoScript(), listShellFiles()],
  // Texts are parsed by the build: the parser would be a seventh of the download for Home.
  resolve: { alias: [{ find: /^(@formatjs\/icu-messageformat-parser)$/, replacement: '$1/no-parser.js' }] },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: { app: 'index.html', sw: 'src/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: AT_START },
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  server: { proxy: { '/api': 'http://127.0.0.1:5000' } },
})

/**
 * Splits each catalogue into parts (place-texts.ts) and parses texts with placeholders. A missing text is filled from
 * English, so that no second catalogue loads.
 */
function splitCatalogues(): Plugin {
  return {
    name: 'split-catalogues',
    enforce: 'pre',
    load(id) {
      const [, file, part = 'start'] = /(.*\/locales\/[a-z-]+\.json)(?:\?(places|admin))?$/.exec(id) ?? []
      if (file === undefined) return undefined
      const url = new URL(`file://${file}`)
      const all = { ...readJson(new URL('en.json', url)), ...readJson(url) }
      const wanted = Object.entries(all)
        .filter(([key]) => key !== NO_SCRIPT && partOf(key) === part)
        .map(([key, text]) => [key, compileMessage(text)])
      return { code: `export default ${JSON.stringify(Object.fromEntries(wanted))}`, moduleType: 'js' }
    },
  }
}

/** Says in every language that the app needs scripts. */
function addNoScript(): Plugin {
  const lineIn = ([language, { direction }]: [string, { direction: string }]): string => {
    const text = readJson(new URL(`locales/${language}.json`, import.meta.url))[NO_SCRIPT]
    return `<p lang="${language}" dir="${direction}">${text}</p>`
  }
  return {
    name: 'add-no-script',
    transformIndexHtml: (page) =>
      page.replace('<noscript>', `<noscript>${Object.entries(LANGUAGES).map(lineIn).join('')}`),
  }
}

const readJson = (url: URL): Record<string, string> => JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>

/** Lists the page, its script and all static imports in `sw.js`. */
function listShellFiles(): Plugin {
  return {
    name: 'list-shell-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built')
      const shell = new Set(['/app/'])
      const add = (name: string): void => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || shell.has(`/app/${name}`)) return
        shell.add(`/app/${name}`)
        for (const css of (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])
          shell.add(`/app/${css}`)
        for (const next of file.imports) add(next)
      }
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry && file.fileName !== 'sw.js') add(file.fileName)
      }
      worker.code = worker.code.replace('__SHELL_FILES__', JSON.stringify([...shell]).replaceAll('"', '\\"'))
    },
  }
}
