import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

/** The app is served below `/app/` by the wallet service, under a policy without inline scripts. */
export default defineConfig({
  base: '/app/',
  plugins: [fillMissingTexts(), listShellFiles()],
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
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  server: { proxy: { '/api': 'http://127.0.0.1:5000' } },
})

/** A language that lacks a text has the English one: no catalogue loads a second one. */
function fillMissingTexts(): Plugin {
  return {
    name: 'fill-missing-texts',
    enforce: 'pre',
    load(id) {
      if (!/\/locales\/[a-z-]+\.json$/.test(id)) return undefined
      const english = new URL('en.json', `file://${id}`)
      return JSON.stringify({ ...readJson(english), ...readJson(new URL(`file://${id}`)) })
    },
  }
}

const readJson = (url: URL): object => JSON.parse(readFileSync(url, 'utf8')) as object

/** Writes into `sw.js` what the shell consists of: the page, its script, and everything that the script imports. */
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
        if (file.type === 'chunk' && (file.isEntry ? file.fileName !== 'sw.js' : isHome(file.facadeModuleId)))
          add(file.fileName)
      }
      worker.code = worker.code.replace('__SHELL_FILES__', JSON.stringify([...shell]).replaceAll('"', '\\"'))
    },
  }
}

/** The place that the app opens with. */
const isHome = (module: string | null): boolean => module?.endsWith('/places/home/home.tsx') === true
