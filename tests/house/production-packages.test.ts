import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly name?: string }>
}
const nameOf = (path: string): string => packages[path]?.name ?? path.replace(/^.*node_modules\//, '')
const inProduction = Object.keys(packages).filter(
  (path) => path.includes('node_modules/') && packages[path]?.dev !== true,
)

test('compilers, bundlers and old curves are not installed with npm ci --omit=dev', () => {
  const unwanted = /^(@?typescript|@?rolldown|vite|vitest|esbuild|secp256k1|elliptic)(\/|$)/
  expect(inProduction.filter((path) => unwanted.test(nameOf(path)))).toEqual([])
  expect(inProduction.map(nameOf)).toContain('fastify')
})

test('no tool of the developers is installed in production because a library could use it', () => {
  expect(Object.keys(packages).filter((path) => packages[path]?.devOptional === true)).toEqual([])
})
