// `npm run author-kit [-- FOLDER]`: what authors of extensions install outside this repository, as two archives.
import { resolve } from 'node:path'
import { buildAuthorKit } from './author/build-author-kit.ts'

const { sdk, create } = buildAuthorKit(resolve(process.argv[2] ?? 'dist'))
process.stdout.write(`${sdk}\n${create}\n`)
