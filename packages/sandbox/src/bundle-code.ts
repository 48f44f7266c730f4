import { type Plugin, rolldown } from 'rolldown'
import { LIMITS } from './limits.ts'

/** Files read by a definition are data of its manifest: they are read when the package is packed. */
const NO_FILES = `
export const readFileSync = () => ''
export const readdirSync = () => []
`

const ENTRY = '\0definition'

/** The sandbox has no Node: only this one of its modules may be imported. */
const packed = (entry: string, exported: string): Plugin => ({
  name: 'packed-extension',
  resolveId(source) {
    if (source === ENTRY) return ENTRY
    if (source === 'node:fs') return '\0no-files'
    if (source.startsWith('node:')) throw new Error(`${source} cannot be used: the sandbox has no Node`)
    return null
  },
  load(id) {
    if (id === ENTRY) return `export { ${exported} as default } from ${JSON.stringify(entry)}`
    return id === '\0no-files' ? NO_FILES : null
  },
})

/** The definition that `entry` exports, with everything it imports, as one module. */
export async function bundleCode(entry: string, exported = 'default'): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    transform: { define: { 'import.meta.url': JSON.stringify('file:///package/index.js') } },
    plugins: [packed(entry, exported)],
    onLog(level, log) {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  const [chunk] = output
  if (Buffer.byteLength(chunk.code) > LIMITS.sourceBytes) throw new Error('the code is longer than 1 MB')
  return chunk.code
}
